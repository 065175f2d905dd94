#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes log lines to standard error: time, level, label and message.
enum StandardError {
  @Sendable static func write(_ level: LogLevel, _ message: String) {
    var now = time(nil)
    let line = Array("\(text(of: &now)) \(level.commonName) Ashlar : \(message)\n".utf8)
    // One system call for each line, so that lines of several threads do not interleave.
    line.withUnsafeBytes { _ = systemWrite(2, $0.baseAddress, $0.count) }
  }

  private static func text(of time: inout time_t) -> String {
    var parts = tm()
    localtime_r(&time, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress, strftime(start, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts) > 0 else { return "" }
      return String(cString: start)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
