internal import AshlarGeneration

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

enum Terminal {
  /// The width of standard output in columns: the environment's COLUMNS or the terminal's width, 80 if unknown; nil if there is no terminal
  /// and no COLUMNS.
  static var columns: Int? {
    if let text = getenv("COLUMNS").map({ String(cString: $0) }), let columns = Int(text), columns > 0 { return columns }
    guard FileSystem.isTerminal(1) else { return nil }
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
