#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that a second thread computes while the first one continues.
struct Background<Value: Sendable> {
  private let make: @Sendable () -> Value
  private let result = Result()
  /// The second thread; nil if none could be started. `value()` then computes the value.
  private let thread: pthread_t?

  // The second thread writes the value before it ends, and the first one reads it after joining the second.
  private final class Result: @unchecked Sendable {
    var value: Value?
  }

  /// Starts the computation. Call `value()` exactly once.
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    let result = result
    thread = BackgroundWork { result.value = make() }.start()
  }

  /// Waits for the second thread, and returns the value. Computes it on this thread if no other thread could be started.
  func value() -> Value {
    if let thread { pthread_join(thread, nil) }
    return result.value ?? make()
  }
}

/// The closure that a thread runs. The class is not generic, because the C function that the thread calls cannot be generic.
private final class BackgroundWork: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  /// Starts a thread that runs the closure; returns nil if none can be started.
  func start() -> pthread_t? {
    let argument = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { BackgroundWork.run($0) }, argument.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { $0.flatMap { BackgroundWork.run($0) } }, argument.toOpaque())
    #endif
    if status != 0 { argument.release() }
    return status == 0 ? thread : nil
  }

  private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<BackgroundWork>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
}
