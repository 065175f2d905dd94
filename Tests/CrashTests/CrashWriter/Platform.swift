#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// Prints a line at once.
func say(_ line: some CustomStringConvertible) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(1, bytes, bytes.count)
}
