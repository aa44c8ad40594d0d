import Locks
import Networking
import Testing

@Suite(.timeLimit(.minutes(Patience.factor))) struct BoundedChannelTests {
  @Test func elementsComeOutInOrderAndTheEndAfterThem() async {
    let channel = BoundedChannel<Int>(capacity: 10)
    for number in 0..<1000 { channel.append(number) }
    channel.finish()
    channel.append(1000)
    var received: [Int] = []
    for await number in channel { received.append(number) }
    #expect(received == Array(0..<1000))
  }

  @Test func aFullChannelSaysSoAndTellsRoomOnceAtHalf() async {
    let told = Mutex(0)
    let channel = BoundedChannel<Int>(capacity: 4) { told.withLock { $0 += 1 } }
    #expect((0..<3).allSatisfy { channel.append($0) })
    #expect(!channel.append(3))
    #expect(!channel.append(4))
    var iterator = channel.makeAsyncIterator()
    _ = await iterator.next()
    _ = await iterator.next()
    #expect(told.withLock { $0 } == 0)
    _ = await iterator.next()
    _ = await iterator.next()
    #expect(told.withLock { $0 } == 1)
    #expect(channel.append(5))
  }

  @Test func whatIsThereIsTakenWithoutWaitingAndNothingElse() async {
    let told = Mutex(0)
    let channel = BoundedChannel<Int>(capacity: 2) { told.withLock { $0 += 1 } }
    #expect(channel.nextIfThere() == nil)
    channel.append(1)
    channel.append(2)
    #expect(channel.nextIfThere() == 1)
    #expect(told.withLock { $0 } == 1)
    #expect(channel.nextIfThere() == 2)
    channel.append(3)
    channel.finish()
    #expect(channel.nextIfThere() == 3)
    #expect(channel.nextIfThere() == nil)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test func costCountsInsteadOfElements() {
    let channel = BoundedChannel<String>(capacity: 100)
    #expect(channel.append("small", cost: 99))
    #expect(!channel.append("one more", cost: 1))
  }

  @Test func aProducerThatWaitsGoesOnWhenThereIsRoom() async {
    let channel = BoundedChannel<Int>(capacity: 2)
    channel.append(0)
    channel.append(1)
    let producer = Task {
      for number in 2..<50 {
        await channel.waitForRoom()
        channel.append(number)
      }
      channel.finish()
    }
    var received: [Int] = []
    for await number in channel { received.append(number) }
    await producer.value
    #expect(received == Array(0..<50))
  }

  @Test func cancellingLetsConsumerAndProducerGo() async {
    let channel = BoundedChannel<Int>(capacity: 1)
    let consumer = Task {
      var iterator = channel.makeAsyncIterator()
      return await iterator.next()
    }
    consumer.cancel()
    #expect(await consumer.value == nil)
    channel.append(1)
    let producer = Task { await channel.waitForRoom() }
    producer.cancel()
    await producer.value
  }

  @Test func anElementThatMeetsAWaitingConsumerIsHandedOver() async {
    let channel = BoundedChannel<Int>(capacity: 1)
    let consumer = Task {
      var sum = 0
      for await number in channel { sum += number }
      return sum
    }
    for number in 1...100 {
      channel.append(number)
      await Task.yield()
    }
    channel.finish()
    #expect(await consumer.value == 5050)
  }
}
