// archreview:ignore-file AR-17 an executor of an actor is made of a queue; the actor is what others see
import Dispatch

/// A serial queue as an actor's executor: waiting for the disk there takes no thread from the
/// cooperative pool, which has only as many as there are cores.
final class StorageQueue: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
