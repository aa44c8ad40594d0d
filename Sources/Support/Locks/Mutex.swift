#if THREAD_SANITIZER
  import Glibc

  /// The project's lock in builds for the thread sanitizer: `Synchronization.Mutex` over a lock that it sees.
  ///
  /// The library's own waits in the kernel without a word to the sanitizer, which then takes what one
  /// thread hands over to another for a race. `make prove-sanitize` sets the condition; no other build has
  /// this type. Cost: two allocations, and calls where the library's has an instruction.
  public struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// A lock around its first value; the caller keeps nothing that reaches into it.
    public init(_ initialValue: consuming sending Value) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// Waits for the lock, runs `body` on the value and returns what it returned; throws what it throws.
    /// May be called from anywhere but from inside `body`.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }

  // Safe: the value is reached between lock and unlock alone, and comes and goes by `sending`.
  // archreview:ignore unchecked-sendable the lock itself, which the compiler cannot see through
  extension Mutex: @unchecked Sendable where Value: ~Copyable {}
#else
  import Synchronization

  /// The project's lock: a value that one thread at a time reaches, by `withLock`.
  ///
  /// It is `Synchronization.Mutex`, at no cost of its own. Builds for the thread sanitizer have another under
  /// this name, which the sanitizer sees; so everybody takes the lock from here.
  public typealias Mutex = Synchronization.Mutex
#endif
