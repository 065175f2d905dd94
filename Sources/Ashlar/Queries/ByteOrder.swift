#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `memcmp`.
@inline(__always)
func compareBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Int { Int(memcmp(a, b, count)) }

/// Upper case to lower case for ASCII and Latin-1 letters in UTF-8; everything else stays as it is.
func foldCase(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  var result = [UInt8](bytes)
  var index = 0
  while index < result.count {
    let byte = result[index]
    if byte >= 0x41, byte <= 0x5A {
      result[index] = byte + 0x20
    } else if byte == 0xC3, index + 1 < result.count {
      // U+00C0 to U+00DE except the multiplication sign.
      let next = result[index + 1]
      if next >= 0x80, next <= 0x9E, next != 0x97 { result[index + 1] = next + 0x20 }
      index += 1
    }
    index += 1
  }
  return result
}
