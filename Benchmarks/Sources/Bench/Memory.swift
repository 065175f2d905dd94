import Foundation

/// The bytes of memory of this process, without pages of files.
@Sendable func ownMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
    let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
  else { throw BenchError.noUsage }
  return kilobytes * 1024
}

/// Reads a measure every millisecond, on a thread of its own, and keeps the largest value.
final class MemoryMeter: @unchecked Sendable {
  private let lock = NSLock()
  private let isOver = DispatchSemaphore(value: 0)
  // Under the lock.
  private var most = 0
  private var mayEnd = false

  init(_ measure: @escaping @Sendable () throws -> Int) {
    Thread.detachNewThread { [self] in
      #if os(Linux)
        // The main thread may have real-time priority on the only core that the process may use: this one needs a higher priority to run at
        // all. Without the right to set it, the main thread has no such priority either.
        var parameters = sched_param()
        parameters.sched_priority = 60
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
      #endif
      while true {
        let now = (try? measure()) ?? 0
        let ends = lock.withLock {
          most = max(most, now)
          return mayEnd
        }
        if ends { break }
        usleep(1000)
      }
      isOver.signal()
    }
  }

  func end() -> Int {
    lock.withLock { mayEnd = true }
    isOver.wait()
    return lock.withLock { most }
  }
}
