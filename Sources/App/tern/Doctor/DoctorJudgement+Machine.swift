import Timebase

/// Disk, clock and network.
extension DoctorJudgement {
  /// Less than this and a start, or a message, may fail.
  static let bytesFreeMin: UInt64 = 64 * 1_048_576
  /// Less than this is said.
  static let bytesFreeWanted: UInt64 = 512 * 1_048_576
  /// The clock cannot be right before 2026 or from 2100 on, Unix milliseconds.
  static let plausibleTimes: Range<UInt64> = 1_767_225_600_000..<4_102_444_800_000
  /// Files may be so much younger than the clock, in milliseconds.
  static let fileLeadMax: UInt64 = 120_000

  var disk: DoctorFinding {
    func finding(_ name: String, _ level: DoctorFinding.Level, _ words: String, _ mend: String? = nil)
      -> DoctorFinding
    { DoctorFinding(topic: .disk, name: name, level: level, words: words, mend: mend) }
    guard let disk = facts.disk else {
      return finding("diskUnknown", .note, "The system does not tell how much room the disk has.", "df -h")
    }
    let path = short(disk.path)
    let room = Self.size(disk.bytesFree)
    if disk.isReadOnly {
      return finding(
        "diskReadOnly", .problem, "The disk of \(path) cannot be written.",
        "sudo mount -o remount,rw \"$(findmnt -no TARGET -T \(path))\"")
    }
    // What is full is the disk of the profile, which need not be the one of the user's own folder.
    let place = disk.holdsHome ? "~" : "\"$(findmnt -no TARGET -T \(path))\""
    let mend = "du -xh --max-depth=2 \(place) | sort -h | tail"
    if disk.bytesFree < Self.bytesFreeMin {
      return finding("diskFull", .problem, "Only \(room) are free for \(path). Remove what is large.", mend)
    }
    if disk.bytesFree < Self.bytesFreeWanted {
      return finding("diskLow", .note, "Only \(room) are free for \(path).", mend)
    }
    return finding("disk", .fine, "\(room) are free on the disk.")
  }

  /// Files are set aside with a word, which may have been missed.
  var setAside: DoctorFinding? {
    guard let newest = facts.filesSetAside.last else { return nil }
    let count = facts.filesSetAside.count
    let words =
      count == 1
      ? "A damaged file is kept at \(short(newest))."
      : "\(count) damaged files are kept, as \(short(newest))."
    return DoctorFinding(
      topic: .disk, name: "setAside", level: .note,
      words: words + " What could be read of it is in use; remove it when nothing is missed.",
      mend: "ls -l \(short(newest))")
  }

  var clock: [DoctorFinding] {
    let now = facts.clock.now.milliseconds
    func finding(_ name: String, _ level: DoctorFinding.Level, _ words: String, _ mend: String? = nil)
      -> DoctorFinding
    { DoctorFinding(topic: .clock, name: name, level: level, words: words, mend: mend) }
    let mend = "sudo timedatectl set-ntp true"
    if !Self.plausibleTimes.contains(now) {
      let when = now < Self.plausibleTimes.lowerBound ? "before the year 2026" : "after the year 2099"
      return [
        finding(
          "clockWrong", .problem,
          "The clock is set to a day \(when). Messages get wrong times, and others refuse them.", mend)
      ]
    }
    if let file = facts.clock.newestFile?.milliseconds, file > now, file - now > Self.fileLeadMax {
      return [
        finding(
          "clockWentBack", .problem,
          "The clock went back: files of the profile were written \(Self.span(file - now)) after now.", mend)
      ]
    }
    switch facts.clock.isSynchronised {
    case true?: return [finding("clock", .fine, "A time server sets the clock.")]
    case false?: return [finding("clockAlone", .note, "No time server has set the clock yet.", mend)]
    case nil:
      return [
        finding(
          "clock", .fine, "The clock is plausible. The system does not tell whether a time server sets it.")
      ]
    }
  }

  var ports: [DoctorFinding] {
    let network = facts.network
    var all: [DoctorFinding] = []
    if network.isBeaconPortTaken {
      all.append(
        DoctorFinding(
          topic: .ports, name: "beaconPortTaken", level: .problem,
          words:
            "Another program has UDP port \(network.beaconPort) and does not share it: nobody can be found. "
            + "The command names it; end it, or give all Terns another --beacon-port.",
          mend: "sudo ss -Hlunp 'sport = :\(network.beaconPort)'"))
    }
    if let problem = network.meshPortProblem {
      all.append(taken("meshPort", "TCP port", network.meshPort, problem, option: "--mesh-port"))
    }
    if let problem = network.pagePortProblem {
      all.append(taken("pagePort", "port of the web page,", network.pagePort, problem, option: "--port"))
    }
    guard all.isEmpty else { return all }
    return [
      DoctorFinding(
        topic: .ports, name: "ports", level: .fine,
        words: "UDP port \(network.beaconPort), a TCP port and one for the web page can be had.")
    ]
  }

  /// A port that is fixed and in use: by the node that runs, perhaps.
  private func taken(
    _ name: String, _ kind: String, _ port: UInt16, _ problem: String, option: String
  ) -> DoctorFinding {
    guard port != 0 else {
      return DoctorFinding(
        topic: .ports, name: "\(name)Unavailable", level: .problem,
        words: "No \(kind) can be had: \(problem).", mend: "sudo ip link set dev lo up")
    }
    if case .running = facts.node {
      return DoctorFinding(
        topic: .ports, name: "\(name)InUse", level: .note,
        words: "The \(kind) \(port) is in use, as it should be where the running node has it.",
        mend: "ss -Hltnp 'sport = :\(port)'")
    }
    return DoctorFinding(
      topic: .ports, name: "\(name)Taken", level: .problem,
      words:
        "The \(kind) \(port) cannot be had: \(problem). The command names who has it; end that, or leave "
        + "\(option) out.",
      mend: "sudo ss -Hltnp 'sport = :\(port)'")
  }

  var multicast: [DoctorFinding] {
    let network = facts.network
    func finding(_ name: String, _ level: DoctorFinding.Level, _ words: String, _ mend: String? = nil)
      -> DoctorFinding
    { DoctorFinding(topic: .multicast, name: name, level: level, words: words, mend: mend) }
    if let problem = network.problem {
      return [
        finding(
          "interfacesUnknown", .problem, "The network interfaces cannot be listed: \(problem).",
          "ip -br address")
      ]
    }
    var all = network.interfaces.map { interface in
      let name = ShellWord.quoted(interface.name)
      guard let problem = interface.problem, !network.isBeaconPortTaken else {
        // A port that is taken has its own finding, and says nothing about multicast.
        return network.isBeaconPortTaken
          ? finding("multicastUntried", .note, "\(name): multicast cannot be tried while the port is taken.")
          : finding("multicast", .fine, "\(name): multicast can be used.")
      }
      return finding(
        "multicastFails", .problem, "\(name): \(problem).",
        interface.isLoopback
          ? "sudo ip link set dev \(name) up" : "sudo ip link set dev \(name) multicast on")
    }
    all += network.withoutMulticast.map { interface in
      let name = ShellWord.quoted(interface)
      return finding(
        "multicastOff", .note, "\(name) has no multicast: nobody is found there without --peer.",
        "sudo ip link set dev \(name) multicast on")
    }
    if !network.interfaces.contains(where: { !$0.isLoopback }) {
      all.append(
        finding(
          "thisMachineOnly", .note, "No network has multicast: only people on this machine can be found.",
          "ip -br address"))
    }
    return all
  }

  /// A size in words, rounded down.
  static func size(_ bytes: UInt64) -> String {
    let mebibytes = bytes / 1_048_576
    guard mebibytes >= 1_024 else { return "\(mebibytes) MiB" }
    let tenths = bytes / (1_073_741_824 / 10)
    return "\(tenths / 10).\(tenths % 10) GiB"
  }

  private static func span(_ milliseconds: UInt64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(minutes) minutes" }
    return minutes < 2_880 ? "\(minutes / 60) hours" : "\(minutes / 1_440) days"
  }
}
