#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that a second thread makes while the first goes on with others.
struct Background {
  // Written by the second thread before it ends, read by the first after it has waited for that.
  private final class Work: @unchecked Sendable {
    let make: @Sendable () -> GeneratedFile
    var file: GeneratedFile?

    init(_ make: @escaping @Sendable () -> GeneratedFile) { self.make = make }
  }

  private let work: Work
  /// Nil when there is no further thread to be had: then the file is made when it is asked for.
  private let thread: pthread_t?

  /// Begins. `file` must be asked for once.
  init(_ make: @escaping @Sendable () -> GeneratedFile) {
    work = Work(make)
    let argument = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { Self.run($0) }, argument.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { $0.flatMap { Self.run($0) } }, argument.toOpaque())
    #endif
    if status != 0 { argument.release() }
    self.thread = status == 0 ? thread : nil
  }

  /// Waits until the file is made.
  func file() -> GeneratedFile {
    if let thread { pthread_join(thread, nil) }
    return work.file ?? work.make()
  }

  private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    work.file = work.make()
    return nil
  }
}
