/// What `--help` prints.
enum HelpText {
  /// The overview, or the page of one command; `nil` when there is no such command.
  static func page(_ topic: String?) -> String? {
    guard let topic else { return overview }
    switch topic {
    case "money": return MoneyHelp.page
    case "airports": return AirportsHelp.page
    default: return pages[topic]
    }
  }

  private static let overview = """
    Tern talks to people nearby without any network service, shows accounts, and knows airports.

    Usage: tern [COMMAND] [--profile NAME] [options]

      run         start and open the web interface (also without a command)
      chat        talk on a full screen in this terminal
      demo        try everything out in a made-up village; nothing is sent or kept
      send TEXT   say something to everybody nearby
      msg NAME TEXT
                  send a private message
      who         list the people in sight
      ping NAME   ask whether somebody can be reached, and how fast
      trace NAME  show through whom somebody is reached
      verify      show your code, or be sure of somebody by theirs
      topology    show who is next to whom, and how far everybody is
      history     print stored messages
      search TEXT find messages by their words
      open LINK   show in the browser where a tern: or bitchat:// link leads
      install     make the desktop know Tern and its links, or take that away
      link        print a new link to the web interface
      key         seal the keys by a passphrase, change it, or take it away
      export      write a conversation out, as text or JSON
      retention   say or change how long messages are kept
      notifications
                  say or change what you are told outside of the window
      wipe        take everything away that a profile has on this machine
      doctor      look for what is wrong, and say what mends it
      money       show and export accounts: files of Money Manager EX
      airports    find airports: near a place, along a route, by name or runway
      simulate    let a made-up network of many nodes run, and say how messages fared
      version     print the version

    Options for all commands:
      --profile NAME   whose data to use (default: default)
      --json           print data as JSON (send, msg, who, ping, trace, topology, verify,
                       history, search, export, retention, notifications, open, link,
                       doctor, money, airports, simulate, version)
      --help           explain a command: tern COMMAND --help

    """

  private static let pages: [String: String] = [
    "run": """
    Usage: tern run [--profile NAME] [--port N] [--no-browser] [--assets DIR] [--new-identity]
           [--mesh-port N] [--peer HOST:PORT]… [--beacon-port N] [--passphrase-stdin]

    Starts the node of a profile and prints the link to its web interface. Ends with Ctrl+C.

      --port N         listen on this port of 127.0.0.1 (default: any free one)
      --no-browser     do not open a browser, only print the link
      --assets DIR     read the web files from here
      --new-identity   set a damaged or unwanted key file aside and begin with new keys;
                       to others you will be somebody new
      --mesh-port N    let other nodes connect at this TCP port (default: any free one)
      --peer HOST:PORT connect to this node, which need not be in the same network; may be given
                       several times. An IPv6 address stands in brackets: [fe80::7%eth0]:4000
      --beacon-port N  look for others at this UDP port; only those who use the same one are found
      --passphrase-stdin
                       read the passphrase of sealed keys from the first line of standard input

    """,
    "chat": """
    Usage: tern chat [--profile NAME] [options of tern run]

    Talks on a full screen in this terminal, through the node that runs for the profile. Where none runs, one
    is started and ends with the screen; --port, --assets, --beacon-port, --mesh-port and --peer are then as
    for tern run. /help lists words and keys, /quit leaves.

    """,
    "demo": """
    Usage: tern demo [--port N] [--no-browser] [--assets DIR] [--profile NAME]

    Starts a village of ten made-up people around you: real mesh engines in this one program, on simulated
    links. They talk, answer what you write in public and privately, and walk in and out of range; some are
    four hops away. No network is used, none of your keys and files are touched, and everything is removed
    at the end. Other commands reach it by its profile: tern --profile demo chat. Ends with Ctrl+C.

      --profile NAME   what the village is called for other commands (default: demo)

    """,
    "send": """
    Usage: tern send TEXT [--profile NAME] [--json]

    Sends TEXT to everybody nearby; with - the text is read from standard input. Tern must be running for
    the profile.

    """,
    "msg": """
    Usage: tern msg NAME TEXT [--profile NAME] [--json]

    Sends TEXT privately. NAME is a name as `tern who` prints it, or a peer address. It is kept and sent
    again until the other device confirms it, for up to 24 hours. With - as TEXT it is read from standard
    input: other users of the machine can see the arguments of commands.

    """,
    "who": """
    Usage: tern who [--verbose] [--profile NAME] [--json]

    Lists the people in sight: name, address, how they are reached, state of the encrypted session.

      --verbose        also print the fingerprint, who opened the direct links, through whom the person is
                       reached, whom they say to be next to, and when they were heard last

    """,
    "ping": """
    Usage: tern ping NAME [--profile NAME] [--json]

    Asks the device of a person whether it is there, and prints how long the answer took and over how many
    hops it came. NAME is a name as `tern who` prints it, or a peer address. After 10 seconds without an
    answer the command ends with status 1. The question is not encrypted and names nobody but the two
    devices.

    """,
    "trace": """
    Usage: tern trace NAME [--profile NAME] [--json]

    Prints through whom a person is reached. Nothing is sent: devices say of themselves whom they are next
    to, so it is a hint. Where no way is known the command ends with status 1.

    """,
    "verify": """
    Usage: tern verify [--profile NAME] [--json]
           tern verify CODE|- [--profile NAME] [--json]
           tern verify --image FILE [--profile NAME] [--json]

    Without a code prints yours, as a QR code and as text; it holds for five minutes. With somebody's code, as
    text or in a PNG picture, asks their device for the proof that it has the keys of the code, and says
    whether they are verified. They have to be in sight, and a code counts once. When no proof came within 10
    seconds the command ends with status 1; the proof still counts when it comes within five minutes.

    """,
    "topology": """
    Usage: tern topology [--profile NAME] [--json]

    Prints everybody in sight with hops, when they were heard last, how they are reached and whom they are
    next to. Nothing is sent: devices say of themselves whom they are next to, so it is a hint.

    """,
    "history": """
    Usage: tern history [--conversation ID | --all] [--limit N] [--profile NAME] [--json]

    Prints stored messages, oldest first: of the open channel, of one conversation (`mesh`, a name or a
    peer address), or of all. At most N from each (default 50).

    """,
    "search": """
    Usage: tern search TEXT [--conversation ID] [--limit N] [--profile NAME] [--json]

    Prints messages that hold every word of the text, the newest first: of all conversations, or of the open
    channel (mesh) or the one with a name or a peer address. A word is found by its beginning, in any case.

      --limit N   at most so many, 1 to 10000 (default: 50)

    """,
    "open": """
    Usage: tern open [LINK] [--no-browser] [--profile NAME] [--json]

    Shows in the browser where a link leads; without LINK the pages. Tern must be running for the profile. A
    link only shows something, or fills in a field: nothing is sent to anybody by opening one.

      tern:talk  tern:people  tern:person/ADDRESS  tern:airports  tern:airport/ICAO  tern:money
      tern:settings            these pages; ADDRESS is a peer address of 16 digits
      tern:verify?…  bitchat://verify?…
                               a code, in the field where it is checked

      --no-browser   only print an address that works once

    """,
    "install": """
    Usage: tern install --desktop [--remove] [--profile NAME]

    Writes a desktop file and an icon into your own data folder, so that the desktop shows Tern among its
    programs and opens tern: and bitchat:// links with it. --remove takes both away. Says what it did; a
    desktop file that Tern has not written is left alone.

    """,
    "link": """
    Usage: tern link [--profile NAME] [--json]

    Prints a new link to the web interface of the running node. It works once.

    """,
    "export": """
    Usage: tern export [--conversation ID] [--output FILE] [--profile NAME] [--json]

    Writes a conversation out, oldest first: the open channel, or the one with a name or a peer address; as
    text for people, with --json with everything that is kept of each message. To standard output, or to a new
    file that only you can read; an existing one is never overwritten.

    """,
    "retention": """
    Usage: tern retention [--public PERIOD] [--private PERIOD] [--profile NAME] [--json]

    Says how long messages of the open channel and private ones are kept: day, week, month or forever;
    session, in memory until the node ends; or off, in memory until they were seen and nothing shows them any
    more. A choice holds at once and for what is there already: what is older is gone then, and is not found
    any more. What was only in memory is stored where it is to be kept now.

    """,
    "notifications": """
    Usage: tern notifications [desktop|browser|previews on|off] [--profile NAME] [--json]

    Says what is told outside of the window: private messages, your name in the open channel, people who come
    near after nobody was, and compared keys; never anything of a conversation that you look at.

      desktop    by the notifications of this computer's desktop (usually on)
      browser    by the browser, while a page of Tern is open; allow it in Settings (usually off)
      previews   with names and the beginning of texts; otherwise only that there is something (usually off)

    """,
    "wipe": """
    Usage: tern wipe [--profile NAME] [--yes]

    Takes everything away for good that the profile has on this machine, whether Tern runs or not, and says
    first what goes and what stays. The name of the profile, typed, confirms it; --yes does without. A wipe
    that was interrupted is finished at the next start, before anything is opened.

    """,
    "key": """
    Usage: tern key seal|change|open [--profile NAME] [--passphrase-stdin]

    seal     seals the keys of the profile by a passphrase; tern run then asks for it
    change   seals them by another passphrase
    open     takes the passphrase away

    The passphrase is asked for on the terminal and not shown. With --passphrase-stdin it is a line of
    standard input (change reads two: the current one and the new one). A lost passphrase cannot be found
    again. Tern must not be running for the profile.

    """,
    "doctor": """
    Usage: tern doctor [--profile NAME] [--port N] [--mesh-port N] [--beacon-port N] [--assets DIR] [--json]
           tern doctor --traffic [--json] [--profile NAME]

    Looks at libraries, files, disk, clock, ports, network, Bluetooth, web files and the running node, and
    says of everything that is wrong which command mends it. Changes nothing and sends nothing. Ends with 1
    when there is a problem. Give it the options that Tern is started with. What it prints holds no names of
    people, no keys and no messages.

      --traffic        print what others made the running node do, in numbers

    """,
    "simulate": """
    Usage: tern simulate [--seed N] [--nodes N] [--graph KIND] [--loss X] [--duplicates X] [--minutes N]
           [--scenario FILE] [--plots DIR] [--shrink] [--no-signature-memo] [--json]

    Runs a network of real mesh engines on a simulated clock, with messages among them, and reports how they
    fared. The same seed and numbers give the same world to the last byte. Uses no profile and no network.
    Ends with 1 when something happened that must not, such as a message shown twice.

      --seed N         which world (default 1)
      --nodes N        2 to 1000 (default 10)
      --graph KIND     chain, ring, grid, geometric (default), cliques or star
      --loss X         how many frames each link loses: 0.2 or 20%
      --duplicates X   how many arrive twice
      --minutes N      how long there are messages and faults (default 10); up to 12 calm minutes follow
      --scenario FILE  read a world from JSON; the options above change it
      --plots DIR      write pictures (SVG) of waiting times and traffic there
      --shrink         when the world fails, look for a smaller one that fails alike
      --no-signature-memo
                       check each signature at each node, and not once in the world: slower, the same world

    """,
    "version": """
    Usage: tern version [--json]

    Prints the version.

    """,
  ]
}
