import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Compares bytes with `memcmp`.
@inline(__always)
func compareBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Int { Int(memcmp(a, b, count)) }

/// Converts ASCII and Latin-1 letters in UTF-8 to lower case; other characters are unchanged.
func foldCase(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { withFoldedCase(bytes) { Array($0) } }

/// Calls `body` with the case-folded bytes of a string.
func withFoldedCase<Result>(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
  guard let start = bytes.baseAddress else { return body(bytes) }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, bytes.count)) { room in
    ashlar_fold(start.assumingMemoryBound(to: UInt8.self), bytes.count, room.baseAddress)
    return body(UnsafeRawBufferPointer(start: room.baseAddress, count: bytes.count))
  }
}
