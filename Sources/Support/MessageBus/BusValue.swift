/// A value of the bus, as far as Tern speaks of it.
public indirect enum BusValue: Sendable, Hashable {
  /// `b`.
  case bool(Bool)
  /// `y`.
  case byte(UInt8)
  /// `i`.
  case int32(Int32)
  /// `u`.
  case uint32(UInt32)
  /// Any other whole number that was read: `n`, `q`, `x` or `t`, as far as it fits. Never written.
  case integer(Int64)
  /// `s`; an object path or signature that was read is one, too.
  case string(String)
  /// `as`.
  case strings([String])
  /// `a{sv}`, in this order.
  case options([Option])
  /// An array, a structure or an entry of a dictionary that was read. Never written.
  case list([BusValue])
  /// Something of a type that is not read: a floating number, a file descriptor.
  case unread

  /// One entry of options.
  public struct Option: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What is said under it.
    public var value: BusValue

    /// Joins the parts.
    public init(_ name: String, _ value: BusValue) {
      self.name = name
      self.value = value
    }
  }

  /// The text, where it is one.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, where it is one without a sign.
  public var number: UInt32? {
    if case .uint32(let number) = self { number } else { nil }
  }

  /// The texts, where it is a list of nothing else.
  public var texts: [String]? {
    switch self {
    case .strings(let texts): return texts
    case .list(let values):
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    case .bool, .byte, .int32, .uint32, .integer, .string, .options, .unread: return nil
    }
  }
}

/// A call of a method on the bus.
public struct BusCall: Sendable, Hashable {
  /// Who is called, by a name on the bus.
  public var destination: String
  /// The object.
  public var path: String
  /// The interface of the method.
  public var interface: String
  /// The method.
  public var member: String
  /// What it is given.
  public var arguments: [BusValue]

  /// Joins the parts.
  public init(
    to destination: String, path: String, interface: String, member: String, arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Something that was told to everybody who asked for it.
public struct BusSignal: Sendable, Hashable {
  /// The object that tells.
  public var path: String
  /// Its interface.
  public var interface: String
  /// What happened.
  public var member: String
  /// About what.
  public var arguments: [BusValue]
}

/// Which signals are wanted: of one interface of one object of one service.
public struct BusSubscription: Sendable, Hashable {
  /// Who tells, by a name on the bus; the bus sees to it that nobody else is heard.
  public var sender: String
  /// The object.
  public var path: String
  /// The interface.
  public var interface: String

  /// Joins the parts, which are names without quotes.
  public init(sender: String, path: String, interface: String) {
    self.sender = sender
    self.path = path
    self.interface = interface
  }

  /// As the bus takes it.
  var rule: String { "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)'" }
}

/// Why a call has no answer, in words.
public enum BusError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no bus at the address, or it went.
  case notConnected
  /// Too many calls wait.
  case busy
  /// Nothing came in time.
  case noAnswer
  /// The other side refused, under this name.
  case refused(name: String)
  /// The call cannot be written.
  case unusable
  /// The bus was stopped.
  case stopped

  /// What happened.
  public var description: String {
    switch self {
    case .notConnected: "The message bus of the desktop cannot be reached."
    case .busy: "Too many questions wait on the message bus."
    case .noAnswer: "Nobody answered on the message bus in time."
    case .refused(let name): "The message bus refused: \(name)."
    case .unusable: "This cannot be said on the message bus."
    case .stopped: "The connection to the message bus was ended."
    }
  }
}

/// Where the session's bus is.
public enum BusAddress {
  /// Longest address that is used.
  static let bytesMax = 4_096

  /// The address as the environment names it: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` of the folder
  /// `XDG_RUNTIME_DIR` where `exists` says that it is there. `nil` where there is none: a machine without a
  /// desktop.
  public static func ofSession(
    _ environment: [String: String], exists: (String) -> Bool
  ) -> String? {
    if let given = environment["DBUS_SESSION_BUS_ADDRESS"], !given.isEmpty {
      // `autolaunch:` would start a bus that nobody looks at.
      return given.utf8.count <= bytesMax && !given.hasPrefix("autolaunch:") ? given : nil
    }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    let path = folder + "/bus"
    return exists(path) && path.utf8.count <= bytesMax ? "unix:path=" + escaped(path) : nil
  }

  /// As the bus wants values of an address: all but letters, digits and a few signs in hexadecimal.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let sign = Character(UnicodeScalar(byte))
      let isPlain = byte < 128 && (sign.isLetter || sign.isNumber || "-_/.\\*".contains(sign))
      return isPlain ? String(sign) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
