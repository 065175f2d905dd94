import Foundation
import TestSupport
import Testing

/// A process that is talked to in lines. It leads a group of processes, so that what it starts ends with it.
final class Child {
  private let input: Int32
  private let output: Int32
  // A file without a name, which holds what the process writes to standard error.
  private let errors: Int32
  private let arguments: [String]
  let id: pid_t
  private var buffer: [UInt8] = []
  private var ended: Ending?

  /// How a process ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts CrashWriter, which is built beside the tests.
  init(_ arguments: [String]) throws {
    // Not inherited by other children: a line that never comes must be seen as an end.
    let toChild = try PrivatePipe()
    let fromChild = try PrivatePipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
    let errors = try Child.unnamedFile()
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    let program = Shell.built("CrashWriter").path
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var started = pid_t()
    let code = posix_spawn(&started, program, &actions, &attributes, &words, environ)
    close(toChild.reading)
    close(fromChild.writing)
    guard code == 0 else {
      close(errors)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT)
    }
    id = started
    self.errors = errors
    self.arguments = arguments
    input = toChild.writing
    output = fromChild.reading
  }

  deinit {
    if ended == nil {
      killGroup()
      _ = end()
    }
    close(input)
    close(output)
    close(errors)
  }

  private static func unnamedFile() throws -> Int32 {
    var path = Array(FileManager.default.temporaryDirectory.appending(path: "child-XXXXXX").path.utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  /// Sends a line.
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// The next line; nil when the process ended, or when none came in time.
  func line(seconds: Double = 300) -> String? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard waitForOutput(until: deadline), fill() else { return nil }
    }
  }

  private func waitForOutput(until deadline: Date) -> Bool {
    var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let left = deadline.timeIntervalSinceNow
    return left > 0 && systemPoll(&poll, 1, Int32(left * 1000) + 1) > 0
  }

  /// All lines that are left, when every process that writes them has ended. One that takes too long is killed, which is an issue.
  func remainingLines(seconds: Double = 300, at location: SourceLocation = #_sourceLocation) -> [String] {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while waitForOutput(until: deadline), fill() {}
    if deadline.timeIntervalSinceNow <= 0 {
      killGroup()
      Issue.record("the process still ran after \(seconds) s", sourceLocation: location)
      while fill() {}
    }
    let text = String(decoding: buffer[...(buffer.lastIndex(of: 10) ?? -1)], as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(output, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    return count > 0
  }

  /// Kills the process without warning and waits for its end.
  func killNow() -> Ending {
    kill(id, SIGKILL)
    return end()
  }

  /// Kills the process and all that it started, also when it has ended itself.
  func killGroup() { kill(-id, SIGKILL) }

  /// Waits for the process's end. What a process said that crashed is printed.
  func end() -> Ending {
    if let ended { return ended }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let ending: Ending = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    ended = ending
    if case .signal(let signal) = ending, signal != SIGKILL {
      print("CrashWriter \(arguments.joined(separator: " ")) ended by signal \(signal): \(errorText)")
    }
    return ending
  }

  // The beginning of what the process wrote to standard error.
  private var errorText: String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(errors, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }
}

private func systemPoll(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
  poll(descriptors, count, milliseconds)
}
