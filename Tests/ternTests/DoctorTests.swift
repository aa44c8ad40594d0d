import StrictJSON
import Testing
import Timebase
import WebInterface

@testable import tern

/// What is said of invented machines.
@Suite struct DoctorTests {
  @Test func aHealthyMachineHasNoProblem() {
    let report = DoctorJudgement.report(healthy)
    #expect(report.isHealthy && report.findings.allSatisfy { $0.level == .fine })
    #expect(report.lines.last == "Everything is as it should be.")
    #expect(Set(report.findings.map(\.topic)) == Set(DoctorFinding.Topic.allCases))
  }

  @Test func everyFaultHasItsWordsAndItsCommand() {
    var failures: [String] = []
    for fault in faults {
      var facts = healthy
      fault.change(&facts)
      let found = DoctorJudgement.report(facts).findings.filter { $0.level != .fine }
      let finding = found.first
      if found.count != 1 || finding?.name != fault.finding || finding?.level != fault.level
        || finding?.words.contains(fault.words) != true || finding?.mend?.contains(fault.mend) != true
      {
        failures.append("\(fault.finding): \(found)")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  /// The set-up stands in a checkout; who has none is told what else there is.
  @Test func webFilesAreNotMendedByACheckoutThatIsNotThere() {
    let error = AssetError.noManifest(folder: "/there/assets")
    #expect(DoctorProbe.assetsProblem(error, isInCheckout: true).mend == "Scripts/setup")
    let outside = DoctorProbe.assetsProblem(error, isInCheckout: false)
    #expect(outside.mend == "tern run --assets FOLDER")
    #expect(outside.problem.contains("/there/assets") && outside.problem.contains("--assets"))
  }

  @Test func aTakenBeaconPortIsNotBlamedOnMulticast() {
    var facts = healthy
    facts.network.isBeaconPortTaken = true
    facts.network.interfaces[1].problem = "no multicast by IPv4: another program uses it"
    let report = DoctorJudgement.report(facts)
    #expect(report.findings.filter { $0.level == .problem }.map(\.name) == ["beaconPortTaken"])
    #expect(report.findings.filter { $0.topic == .multicast }.allSatisfy { $0.name == "multicastUntried" })
  }

  @Test func aFixedPortOfARunningNodeIsNoProblem() {
    var facts = healthy
    facts.network.pagePort = 4_000
    facts.network.pagePortProblem = "another program uses it"
    #expect(DoctorJudgement.report(facts).isHealthy)
    facts.node = .stopped
    let problems = DoctorJudgement.report(facts).findings.filter { $0.level == .problem }
    #expect(problems.map(\.name) == ["pagePortTaken"])
    #expect(problems.first?.mend == "sudo ss -Hltnp 'sport = :4000'")
  }

  @Test func aProfileThatWasNeverUsedIsNoFault() {
    var facts = healthy
    (facts.entries, facts.keys) = ([], .none)
    #expect(DoctorJudgement.report(facts).findings.allSatisfy { $0.level == .fine })
  }

  @Test func keysThatOthersCanOpenAreToldOnce() {
    var facts = healthy
    facts.entries[1].mode = 0o640
    facts.keys = .leftToRights
    let wrong = DoctorJudgement.report(facts).findings.filter { $0.level != .fine }
    #expect(wrong.map(\.name) == ["openToOthers"])
  }

  @Test func theReportIsJSONAndNamesEveryField() throws {
    var facts = healthy
    facts.assets = ("The files are gone.", "Scripts/setup")
    let json = try JSONValue(parsing: Array(DoctorJudgement.report(facts).json.serialized().utf8))
    #expect(json["healthy"] == .bool(false))
    let finding = json["findings"]?.array?.first { $0["level"]?.string == "problem" }
    #expect(finding?["topic"]?.string == "assets" && finding?["finding"]?.string == "assetsUnusable")
    #expect(finding?["words"]?.string == "The files are gone.")
    #expect(finding?["mend"]?.string == "Scripts/setup")
  }

  @Test func pathsAreOneWordOfTheShell() {
    #expect(ShellWord.path("/there/ann/data/x", home: "/there/ann") == "~/data/x")
    #expect(ShellWord.path("/there/ann/my data", home: "/there/ann") == "~/'my data'")
    #expect(ShellWord.path("/there/annex/x", home: "/there/ann") == "/there/annex/x")
    #expect(ShellWord.path("/a'; rm -rf $HOME", home: nil) == #"'/a'\''; rm -rf $HOME'"#)
    #expect(ShellWord.quoted("e\u{1B}[2Jth0") == "'e[2Jth0'")
    #expect(ShellWord.quoted("") == "''")
  }

  @Test func versionsAreComparedByNumber() {
    #expect(DoctorJudgement.isOlder("3.9.1", than: "3.40"))
    #expect(!DoctorJudgement.isOlder("3.40.1", than: "3.40"))
    #expect(!DoctorJudgement.isOlder("1.0.18", than: "1.0.18"))
    #expect(DoctorJudgement.isOlder("", than: "1.0.18"))
  }

  @Test func sizesAreRoundedDown() {
    #expect(DoctorJudgement.size(63 * 1_048_576 + 1) == "63 MiB")
    #expect(DoctorJudgement.size(1_610_612_736) == "1.5 GiB")
    #expect(DoctorJudgement.size(.max).hasSuffix("GiB"))
  }

  @Test func trafficIsATableOfWhateverIsCounted() throws {
    let text =
      #"{"links":{"dials":7,"bytesReceived":1234567},"x":{"who":"bob","deep":{"y":1}},"held":{"a":0}}"#
    let lines = TrafficTable.lines(try JSONValue(parsing: Array(text.utf8)))
    #expect(
      lines == [
        "links", "  dials                  7", "  bytesReceived  1,234,567", "",
        "held", "  a                      0",
      ])
    #expect(TrafficTable.lines(.null) == ["The node counts nothing."])
  }

  private struct Fault {
    var finding: String
    var level: DoctorFinding.Level = .problem
    var words: String
    var mend: String
    var change: (inout DoctorFacts) -> Void
  }

  private var faults: [Fault] { profileFaults + machineFaults + networkFaults + nodeFaults }

  private var profileFaults: [Fault] {
    [
      Fault(finding: "openToOthers", words: "mode 0755", mend: "chmod 0700 ~/.local/share/tern/bob") {
        $0.entries[0].mode = 0o755
      },
      Fault(finding: "openToOthers", words: "file ~", mend: "chmod 0600 ~") { $0.entries[1].mode = 0o644 },
      Fault(finding: "closedToUs", words: "mode 0400", mend: "chmod 0600") { $0.entries[1].mode = 0o400 },
      Fault(finding: "foreignOwner", words: "another user", mend: "sudo chown") {
        $0.entries[1].isOurs = false
      },
      Fault(finding: "wrongKind", words: "should be a folder", mend: "mv ~") {
        $0.entries[0].isOfItsKind = false
      },
      Fault(finding: "keysDamaged", words: "damaged", mend: "--new-identity --profile bob") {
        $0.keys = .damaged("The key file is damaged.")
      },
      Fault(finding: "keysUnreadable", words: "newer", mend: "ls -l ~/.local") {
        $0.keys = .unreadable("A newer version wrote it.")
      },
      Fault(finding: "assetsUnusable", words: "no manifest", mend: "Scripts/setup") {
        $0.assets = ("There is no manifest.", "Scripts/setup")
      },
    ]
  }

  private var machineFaults: [Fault] {
    [
      Fault(finding: "setAside", level: .note, words: "A damaged file is kept at ~/", mend: "ls -l ~/") {
        $0.filesSetAside = [$0.entries[0].path + "/messages.sqlite.damaged-20270115-080000"]
      },
      Fault(finding: "setAside", level: .note, words: "2 damaged files", mend: "mesh.sqlite.damaged-2") {
        $0.filesSetAside = ["/x/mesh.sqlite.damaged-1", "/x/mesh.sqlite.damaged-2"]
      },
      Fault(finding: "libraryOld", words: "SQLite 3.9.0 is older", mend: "apt install") {
        $0.libraries[0].version = "3.9.0"
      },
      Fault(finding: "diskFull", words: "Only 10 MiB", mend: "du -xh --max-depth=2 ~ |") {
        $0.disk?.bytesFree = 10 << 20
      },
      Fault(finding: "diskFull", words: "Only 10 MiB", mend: "findmnt -no TARGET -T '/full/a b')") {
        $0.disk = DoctorFacts.Disk(
          path: "/full/a b", bytesFree: 10 << 20, isReadOnly: false, holdsHome: false)
      },
      Fault(finding: "diskLow", level: .note, words: "Only 500 MiB", mend: "du") {
        $0.disk?.bytesFree = 500 << 20
      },
      Fault(finding: "diskReadOnly", words: "cannot be written", mend: "remount,rw") {
        $0.disk?.isReadOnly = true
      },
      Fault(finding: "diskUnknown", level: .note, words: "does not tell", mend: "df") { $0.disk = nil },
      Fault(finding: "clockWrong", words: "before the year 2026", mend: "timedatectl") {
        $0.clock.now = Timestamp(milliseconds: 0)
      },
      Fault(finding: "clockWrong", words: "after the year 2099", mend: "timedatectl") {
        $0.clock.now = Timestamp(milliseconds: .max)
      },
      Fault(finding: "clockWentBack", words: "3 hours after now", mend: "timedatectl") {
        $0.clock.newestFile = Timestamp(milliseconds: $0.clock.now.milliseconds + 3 * 3_600_000)
      },
      Fault(finding: "clockAlone", level: .note, words: "No time server", mend: "timedatectl") {
        $0.clock.isSynchronised = false
      },
      Fault(finding: "noBluetooth", level: .note, words: "no Bluetooth adapter", mend: "rfkill") {
        $0.bluetoothAdapters = 0
      },
    ]
  }

  private var networkFaults: [Fault] {
    [
      Fault(finding: "meshPortUnavailable", words: "No TCP port", mend: "dev lo up") {
        $0.network.meshPortProblem = "refused"
      },
      Fault(finding: "pagePortInUse", level: .note, words: "4000 is in use", mend: "sport = :4000") {
        ($0.network.pagePort, $0.network.pagePortProblem) = (4_000, "in use")
      },
      Fault(finding: "multicastFails", words: "eth0: no multicast", mend: "dev eth0 multicast on") {
        $0.network.interfaces[1].problem = "no multicast by IPv6: refused"
      },
      Fault(finding: "multicastFails", words: "lo: ", mend: "dev lo up") {
        $0.network.interfaces[0].problem = "no multicast by IPv4: refused"
      },
      Fault(finding: "multicastOff", level: .note, words: "tun0 has no multicast", mend: "dev tun0") {
        $0.network.withoutMulticast = ["tun0"]
      },
      Fault(finding: "thisMachineOnly", level: .note, words: "only people on this machine", mend: "ip -br") {
        $0.network.interfaces.removeLast()
      },
      Fault(finding: "interfacesUnknown", words: "cannot be listed", mend: "ip -br") {
        $0.network.problem = "refused"
      },
    ]
  }

  private var nodeFaults: [Fault] {
    [
      Fault(finding: "nodeStopped", level: .note, words: "not running", mend: "tern run --profile bob") {
        $0.node = .stopped
      },
      Fault(finding: "nodeLimited", level: .note, words: "Nobody can connect", mend: "ip -br") {
        $0.node = .running(links: 0, problem: "Nobody can connect.")
      },
      Fault(finding: "nodeSilent", words: "does not answer", mend: "tern run --profile bob") {
        $0.node = .silent("It does not answer.")
      },
      Fault(finding: "socketSquatted", words: "not yours", mend: "sudo rm -ri /tmp/tern-7") {
        $0.node = .squatted("It is not yours.", path: "/tmp/tern-7")
      },
    ]
  }

  private var healthy: DoctorFacts {
    let folder = "/there/ann/.local/share/tern/bob"
    return DoctorFacts(
      profile: "bob", home: "/there/ann",
      libraries: [
        DoctorFacts.Library(
          name: "SQLite", package: "libsqlite3-dev", version: "3.40.1", versionBuiltWith: "3.40.1")
      ],
      entries: [
        DoctorFacts.Entry(path: folder, kind: .folder, mode: 0o700),
        DoctorFacts.Entry(path: folder + "/identity.key", kind: .file, mode: 0o600),
      ],
      keys: .sealed, keyFile: folder + "/identity.key",
      disk: DoctorFacts.Disk(path: folder, bytesFree: 50 << 30, isReadOnly: false, holdsHome: true),
      clock: DoctorFacts.Clock(
        now: Timestamp(milliseconds: 1_778_768_460_000),
        newestFile: Timestamp(milliseconds: 1_778_768_400_000), isSynchronised: true),
      network: DoctorFacts.Network(
        beaconPort: 48_452,
        interfaces: [
          DoctorFacts.Interface(name: "lo", isLoopback: true),
          DoctorFacts.Interface(name: "eth0", isLoopback: false),
        ]),
      bluetoothAdapters: 1, assets: nil, node: .running(links: 2, problem: nil))
  }
}
