import CSystemd
import Glibc

/// The thread of a `MessageBus`. All of the library is called on it, and no callback of the library comes
/// into Swift: what it hears is taken from it message by message.
final class BusThread {
  /// What the thread works with; it owns all of it.
  struct Plan: Sendable {
    var address: String
    var subscriptions: [BusSubscription]
    var mailbox: BusMailbox
    var feed: AsyncStream<BusSignal>.Continuation
  }

  private struct Waiting {
    var deadline: UInt64
    var answer: @Sendable (Result<[BusValue], BusError>) -> Void
  }

  private let plan: Plan
  private var bus: OpaquePointer?
  /// Calls that were said, by the number of their message; at most `MessageBus.callsMax`.
  private var waiting: [UInt64: Waiting] = [:]

  /// Starts the thread.
  static func start(_ plan: Plan) throws(BusError) {
    let boxed = Unmanaged.passRetained(Box(plan))
    var thread = pthread_t()
    guard pthread_create(&thread, nil, busThreadBody, boxed.toOpaque()) == 0 else {
      boxed.release()
      throw .notConnected
    }
    pthread_detach(thread)
  }

  /// What the new thread takes over.
  final class Box: Sendable {
    let plan: Plan
    init(_ plan: Plan) { self.plan = plan }
  }

  init(_ plan: Plan) { self.plan = plan }

  func run() {
    while true {
      sleep()
      let (posts, isStopped) = plan.mailbox.take()
      for post in posts { say(post) }
      hear()
      giveUpLate()
      if isStopped { break }
    }
    if let bus { sd_bus_flush_close_unref(bus) }
    bus = nil
    for (_, call) in waiting { call.answer(.failure(.stopped)) }
    plan.feed.finish()
    plan.mailbox.didEnd()
  }

  /// Until there is something in the mailbox or on the bus, or a deadline has come.
  private func sleep() {
    var watched = [pollfd(fd: plan.mailbox.wakeUp, events: Int16(POLLIN), revents: 0)]
    var moment = waiting.values.map(\.deadline).min() ?? .max
    if let bus {
      let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
      if descriptor >= 0, events >= 0 {
        watched.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
      }
      var wish: UInt64 = .max
      if sd_bus_get_timeout(bus, &wish) >= 0 { moment = min(moment, wish) }
    }
    var wait: Int32 = -1
    if moment != .max {
      let now = monotonicMicroseconds()
      wait = moment <= now ? 0 : Int32(clamping: (moment - now) / 1_000 + 1)
    }
    _ = poll(&watched, nfds_t(watched.count), wait)
  }

  private func say(_ post: BusMailbox.Post) {
    guard waiting.count < MessageBus.callsMax else { return post.answer(.failure(.busy)) }
    guard let bus = bus ?? connect() else { return post.answer(.failure(.notConnected)) }
    guard let message = BusMessage.make(post.call, on: bus) else {
      return post.answer(.failure(.unusable))
    }
    defer { sd_bus_message_unref(message) }
    var number: UInt64 = 0
    guard sd_bus_send(bus, message, &number) >= 0 else {
      post.answer(.failure(.notConnected))
      return lose()
    }
    let limit = UInt64(MessageBus.answerTime / .microseconds(1))
    waiting[number] = Waiting(deadline: monotonicMicroseconds() + limit, answer: post.answer)
  }

  /// Begins a connection; it is made while messages wait in it.
  private func connect() -> OpaquePointer? {
    var made: OpaquePointer?
    guard sd_bus_new(&made) >= 0, let made else { return nil }
    guard sd_bus_set_address(made, plan.address) >= 0, sd_bus_set_bus_client(made, 1) >= 0,
      sd_bus_start(made) >= 0
    else {
      sd_bus_unref(made)
      return nil
    }
    for subscription in plan.subscriptions {
      let call = BusCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "AddMatch", arguments: [.string(subscription.rule)])
      guard let message = BusMessage.make(call, on: made) else { continue }
      _ = sd_bus_send(made, message, nil)
      sd_bus_message_unref(message)
    }
    bus = made
    return made
  }

  /// Takes what came, until nothing is there.
  private func hear() {
    while let bus {
      var taken: OpaquePointer?
      let code = sd_bus_process(bus, &taken)
      if let taken {
        hear(taken)
        sd_bus_message_unref(taken)
      }
      if code < 0 { return lose() }
      if code == 0 { return }
    }
  }

  private func hear(_ message: OpaquePointer) {
    var type: UInt8 = 0
    guard sd_bus_message_get_type(message, &type) >= 0 else { return }
    switch Int(type) {
    case SD_BUS_MESSAGE_METHOD_RETURN, SD_BUS_MESSAGE_METHOD_ERROR:
      var number: UInt64 = 0
      guard sd_bus_message_get_reply_cookie(message, &number) >= 0,
        let call = waiting.removeValue(forKey: number)
      else { return }
      if Int(type) == SD_BUS_MESSAGE_METHOD_ERROR {
        let error = sd_bus_message_get_error(message)
        call.answer(.failure(.refused(name: text(error?.pointee.name))))
      } else {
        call.answer(BusMessage.arguments(of: message).map { .success($0) } ?? .failure(.unusable))
      }
    case SD_BUS_MESSAGE_SIGNAL:
      guard let arguments = BusMessage.arguments(of: message) else { return }
      plan.feed.yield(
        BusSignal(
          path: text(sd_bus_message_get_path(message)),
          interface: text(sd_bus_message_get_interface(message)),
          member: text(sd_bus_message_get_member(message)), arguments: arguments))
    default: break
    }
  }

  private func giveUpLate() {
    guard !waiting.isEmpty else { return }
    let now = monotonicMicroseconds()
    for number in waiting.filter({ $0.value.deadline <= now }).keys {
      waiting.removeValue(forKey: number)?.answer(.failure(.noAnswer))
    }
  }

  /// The bus is gone; the next call connects anew.
  private func lose() {
    if let bus { sd_bus_close_unref(bus) }
    bus = nil
    let lost = waiting.values.map(\.answer)
    waiting = [:]
    for answer in lost { answer(.failure(.notConnected)) }
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  private func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) * 1_000_000 + UInt64(clamping: time.tv_nsec) / 1_000
  }
}

/// A global function: a thread's body takes nothing along.
private func busThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  BusThread(Unmanaged<BusThread.Box>.fromOpaque(argument).takeRetainedValue().plan).run()
  return nil
}
