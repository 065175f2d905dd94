import Foundation

/// A pipe that no process started by another thread inherits: its reader sees the end as soon as the processes it was given to have ended.
public struct PrivatePipe {
  /// The descriptor to read from. Whoever asked for the pipe closes both.
  public let reading: Int32
  /// The descriptor to write to.
  public let writing: Int32

  /// Makes a pipe.
  public init() throws {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      // A process started between `pipe` and `fcntl` would hold both ends for as long as it lives. Swift does not import `pipe2`.
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    #else
      guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    (reading, writing) = (ends[0], ends[1])
  }
}
