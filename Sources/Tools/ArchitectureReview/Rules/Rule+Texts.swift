/// Words of the built-in rules. Source: architecture-review 3.
extension Rule {
  static let suppression = Rule(
    id: "AR-00", title: "suppressions say why", severity: .violation,
    problem: "a finding is silenced and nobody can tell whether it still has to be",
    fix: "write the reason behind the id: // archreview:ignore AR-09 timer bridge, remove in 2.0",
    impact: "silenced findings pile up and the review means nothing",
    detection:
      "an archreview:ignore comment without a reason, without an id or with an id that does not exist")

  static let models = Rule(
    id: "AR-01", title: "library models are used as they are", severity: .violation,
    problem: "two model types for one thing; conversions and drift",
    fix: "delete it and use the library's type; add what is missing to the library",
    impact: "type conflicts, double maintenance, slower map",
    detection:
      "a type named like a library model (modelTypes) outside paths.model; a type whose name ends with"
      + " one and that stores three or more of its properties; a file that uses a model type without"
      + " importing modelModule (a warning)")

  static let state = Rule(
    id: "AR-02", title: "state is composed of domains", severity: .violation,
    problem: "one type that holds everything is read and changed from everywhere",
    fix: "move what belongs together into a domain and hold the domain",
    impact: "every change touches every screen; views redraw for nothing",
    detection:
      "the rootType longer than limits.root with fewer than three stored domains; a domain of the list"
      + " that it does not store; a file under paths.domains longer than limits.domainWarn (a warning) or"
      + " limits.domainFail")

  static let viewModels = Rule(
    id: "AR-03", title: "no view models", severity: .violation,
    problem: "state has two owners: the domain and the view model",
    fix: "put the state into a domain and derive what the view shows in a struct named …ViewCoordinator",
    impact: "copies drift apart; the same query runs twice",
    detection: "a file or type named …ViewModel; a …ViewCoordinator that is no struct, stores a var or is"
      + " observable")

  static let repository = Rule(
    id: "AR-04", title: "one repository gives library models", severity: .violation,
    problem: "callers know where the data come from",
    fix: "let callers hold the repository protocol; keep its sources under paths.data",
    impact: "offline and online answers differ; sources cannot be exchanged",
    detection:
      "repositoryProtocol missing in a tree with data or domains; a conforming type outside paths.data"
      + " and paths.tests; a local source that does not name queryType; a method of the protocol returning"
      + " API… or App… types; a view that names a …DataSource")

  static let filter = Rule(
    id: "AR-05", title: "the filter is plain data", severity: .violation,
    problem: "a value that knows the database cannot be stored, compared or sent",
    fix: "keep the fields; move the query into the repository",
    impact: "filters cannot be saved or tested without a database",
    detection: "filterType that is no Codable struct; an import of a database module in its file; its methods"
      + " apply, filter, matches or query with a database or models as a parameter")

  static let serviceTypes = Rule(
    id: "AR-06", title: "service types stay in adapters", severity: .violation,
    problem: "the shape of an answer on the network reaches the application",
    fix: "convert to the library's type in the adapter and pass that on",
    impact: "a change of the service breaks screens",
    detection:
      "a type named API…Airport, Runway, Procedure, AIP, Route, Locate, GA or Notification, or listed"
      + " in apiTypes, used outside paths.adapters and paths.tests, or declared public, open or package")

  static let regions = Rule(
    id: "AR-07", title: "a map loads its region", severity: .violation,
    problem: "more rows are loaded than can be shown, or for every step of a movement",
    fix: "wait 300 ms, then ask for the padded region with a limit of 500",
    impact: "the map stutters and memory grows with the database",
    detection: "under paths.domains and paths.map: allAirports, loadAllAirports, matching(needle: \"\"),"
      + " airports(matching:) with a limit over 1000, airportsInRegion with a limit over limits.markers,"
      + " without paddedBy(factor:) or without a pause of about limits.debounceMs")

  static let caches = Rule(
    id: "AR-08", title: "caches are files", severity: .violation,
    problem: "a second database beside the one that is the truth",
    fix: "write Codable values as JSON under the caches folder",
    impact: "migrations for data that can be fetched again",
    detection: "an import of persistenceModules, @Model or @Query beside one, NSPersistentContainer; a cache"
      + " type that writes into another folder than the caches (a warning)")

  static let modern = Rule(
    id: "AR-09", title: "current observation and concurrency", severity: .violation,
    problem: "two ways to observe and to wait in one application",
    fix: "use @Observable, @State, @Environment and async functions",
    impact: "whole screens redraw; subscriptions leak",
    detection: "import Combine, ObservableObject, @Published, @StateObject, @ObservedObject,"
      + " @EnvironmentObject, AnyCancellable, .sink, Map(coordinateRegion:")

  static let truth = Rule(
    id: "AR-10", title: "the database is the truth", severity: .violation,
    problem: "the shipped database is changed on the device",
    fix: "replace the database file as a whole; write rows only in the builder",
    impact: "two devices show different airports and nobody can say why",
    detection: "a string with an SQL write outside paths.builder and paths.tests; a writable open outside"
      + " paths.sync; /sync/delta, deltaUpdate, applyDelta (warnings)")

  static let sql = Rule(
    id: "AR-11", title: "no SQL outside the data layer", severity: .violation,
    problem: "a query outside the data layer goes past the model",
    fix: "ask the repository, or add the query to the model library",
    impact: "a change of the schema breaks screens; filters are forgotten",
    detection: "outside paths.model and paths.data: an import of a database module, FMDatabase, FMResultSet,"
      + " executeQuery, executeUpdate, sqlite3_…, a string that starts with an SQL statement")

  static let injection = Rule(
    id: "AR-12", title: "views get the state from the environment", severity: .violation,
    problem: "a view that makes or is handed the state cannot be shown alone",
    fix: "read it from the environment",
    impact: "previews and windows share or lose state",
    detection:
      "under paths.views: the rootType's shared instance, a call of its initializer, a stored property"
      + " or init parameter of its type")

  static let callbacks = Rule(
    id: "AR-13", title: "domains meet in the root", severity: .violation,
    problem: "a domain that holds another one knows too much",
    fix: "give the domain a closure and let the root type assign it",
    impact: "cycles; domains cannot be tested alone",
    detection: "a stored property or init parameter of a …Domain that is another …Domain; a rootType with two"
      + " domains that assigns no on… closure (a warning)")

  static let viewWrites = Rule(
    id: "AR-14", title: "views do not write state", severity: .violation,
    problem: "a view changes what a domain owns",
    fix: "add a method to the domain and call it",
    impact: "the same change is made in several places, each a little differently",
    detection: "under paths.views, previews and tests excepted: an assignment to a member of protectedState")

  static let assistant = Rule(
    id: "AR-15", title: "the assistant is a protocol", severity: .warning,
    problem: "the chat depends on one service",
    fix: "let the domain hold the protocol",
    impact: "no offline assistant, no tests without a network",
    detection: "a chat domain in a tree without chatProtocol; a domain that names an Online…Service")

  static let platform = Rule(
    id: "AR-16", title: "minimum platform", severity: .warning,
    problem: "older tools or systems lack what the rules ask for",
    fix: "raise the tools version or the deployment target in Package.swift",
    impact: "observation and strict concurrency are not there",
    detection: "Package.swift with a tools version under 6.0 or a deployment target under platforms")

  static let concurrency = Rule(
    id: "AR-17", title: "structured concurrency", severity: .violation,
    problem: "work runs on where nobody can cancel it, wait for it or see its error",
    fix: "make the function async and let the caller await it",
    impact: "answers arrive late, twice or never; races that no compiler sees",
    detection: "under paths.structured: DispatchQueue, DispatchGroup, DispatchSemaphore, DispatchWorkItem,"
      + " OperationQueue, Thread; a function that is not async with a completion handler or an @escaping"
      + " closure as its last parameter and nothing to return")
}
