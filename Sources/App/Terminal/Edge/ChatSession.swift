import AppState
import ConversationModel
import Timebase

/// Carries events to the program and its effects out, and paints. One task runs it.
///
/// A picture is drawn only when the one before has been written: a slow terminal sees fewer of them.
struct ChatSession {
  /// After so long an escape alone is the key, not the beginning of a sequence.
  static let escapeDelay: Duration = .milliseconds(40)
  /// How often day and time are looked at.
  static let clockDelay: Duration = .seconds(20)
  /// How long until a node that went away is asked again.
  static let retryDelay: Duration = .seconds(1)

  private let device: TerminalDevice
  private let signals: TerminalSignals
  private let inbox: TerminalInbox
  private let port: ChatPort
  private let now: @Sendable () -> Timestamp
  private var program: ChatProgram
  private var writer: ScreenWriter
  private var decoder = KeyDecoder()
  private var following: Task<Void, Never>?
  private var asking: Task<Void, Never>?
  private var isOver = false

  init(
    device: TerminalDevice, signals: TerminalSignals, inbox: TerminalInbox, port: ChatPort,
    now: @escaping @Sendable () -> Timestamp, colours: Bool
  ) {
    self.device = device
    self.signals = signals
    self.inbox = inbox
    self.port = port
    self.now = now
    program = ChatProgram(size: device.size)
    writer = ScreenWriter(colours: colours)
  }

  /// Runs until the person leaves or the process is asked to end.
  mutating func run() async {
    await perform(program.start)
    await paint()
    let clock = Task { [inbox] in
      while (try? await Task.sleep(for: Self.clockDelay)) != nil { inbox.tick() }
    }
    for await _ in inbox.wakeups {
      await handle(inbox.take())
      if isOver { break }
      await paint()
    }
    clock.cancel()
    following?.cancel()
    await following?.value
    await asking?.value
  }

  private mutating func handle(_ batch: TerminalInbox.Batch) async {
    if batch.mustStop { return isOver = true }
    if batch.goesOn { await takeBack() }
    if batch.isResized { await perform(program.handle(.resized(device.size), now: now())) }
    for news in batch.news {
      switch news {
      case .view(let view): await perform(program.handle(.view(view), now: now()))
      case .ended(let words): await perform(program.handle(.lost(words), now: now()))
      }
    }
    for (wish, answer) in batch.answers {
      await perform(program.handle(.answered(wish, answer), now: now()))
    }
    let keys = batch.bytes.isEmpty && decoder.isWaiting ? decoder.flush() : decoder.keys(batch.bytes)
    for key in keys where !isOver { await perform(program.handle(.keys([key]), now: now())) }
    if decoder.isWaiting {
      Task { [inbox] in
        try? await Task.sleep(for: Self.escapeDelay)
        inbox.tick()
      }
    }
    if batch.mustSuspend { await suspend() }
  }

  private mutating func perform(_ effects: [ChatProgram.Effect]) async {
    for effect in effects {
      switch effect {
      case .follow(let key, let messagesMin, let reads): follow(key, messagesMin, reads)
      case .ask(let wish): ask(wish)
      case .redraw: writer.forget()
      case .suspend: await suspend()
      case .quit: isOver = true
      }
    }
  }

  private mutating func follow(_ key: ConversationKey, _ messagesMin: Int, _ reads: Bool) {
    following?.cancel()
    following = Task { [inbox, port] in
      while !Task.isCancelled {
        for await news in port.follow(key, messagesMin, reads) where !Task.isCancelled { inbox.put(news) }
        try? await Task.sleep(for: Self.retryDelay)
      }
    }
  }

  /// Wishes are carried out one after the other, in the order they were made.
  private mutating func ask(_ wish: ChatWish) {
    asking = Task { [asking, inbox, port] in
      await asking?.value
      let answer = await port.ask(wish)
      if answer != .done { inbox.put { $0.answers.append((wish, answer)) } }
    }
  }

  private mutating func suspend() async {
    await device.leave()
    signals.suspend()
    await takeBack()
  }

  private mutating func takeBack() async {
    await device.enter()
    writer.forget()
    await perform(program.handle(.resized(device.size), now: now()))
  }

  private mutating func paint() async {
    let canvas = ChatScreen.canvas(program, now: now())
    let bytes = writer.bytes(for: canvas)
    if !bytes.isEmpty { await device.write(bytes) }
  }
}
