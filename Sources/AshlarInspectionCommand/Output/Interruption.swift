internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Signals after which a command removes its temporary files and ends.
enum Interruption {
  /// The error of a command that a signal has ended.
  struct Interrupted: Error {}

  private static let isRequested = Atomic(false)

  /// From now on, SIGINT, SIGTERM and SIGHUP make `check` throw instead of ending the process.
  static func watch() {
    // Initializes the variable, which a signal handler must not do.
    _ = isRequested.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in Interruption.isRequested.store(true, ordering: .relaxed) } }
  }

  /// Throws `Interrupted` after one of these signals.
  static func check() throws { if isRequested.load(ordering: .relaxed) { throw Interrupted() } }
}
