import Foundation

/// A process that ends a server when the one that started it is gone. It waits for the end of a pipe that this process holds, which the
/// system closes also for a process that is killed.
final class ServerWatcher {
  private let descriptor: Int32

  /// - Parameters:
  ///   - folder: what is removed with the server.
  ///   - data: the server's files.
  init(folder: String, data: String) throws {
    let pipe = try PrivatePipe()
    descriptor = pipe.writing
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", ServerWatcher.script, "bash", data, folder]
    process.standardInput = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
    try process.run()
  }

  /// Ends it; the server has ended, or does now.
  func end() { close(descriptor) }

  private static let script = #"""
    trap "" HUP INT QUIT TERM
    read -r _
    process=$(head -n 1 "$1/postmaster.pid" 2>/dev/null)
    # The file of a server that was killed may name another process by now.
    if [ -n "$process" ] && [ "$(cat "/proc/$process/comm" 2>/dev/null)" = postgres ]; then
      # At once, without waiting for its clients.
      kill -QUIT "$process" 2>/dev/null
      for _ in {1..100}; do kill -0 "$process" 2>/dev/null || break; sleep 0.1; done
    fi
    rm -rf "$2"
    """#
}
