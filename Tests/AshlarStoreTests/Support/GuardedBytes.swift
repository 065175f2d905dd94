import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory that ends where no memory is mapped, and begins behind such an address: a read outside of the bytes stops the program, in release
/// builds, too.
final class GuardedBytes {
  private let start: UnsafeMutableRawPointer
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  init() throws {
    let found = try #require(mmap(nil, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(found != MAP_FAILED)
    start = found
    try #require(mprotect(start + page, page, PROT_READ | PROT_WRITE) == 0)
  }

  deinit { munmap(start, 3 * page) }

  /// Returns memory of `count` bytes, at most a page, at the end or at the beginning of the page.
  func bytes(_ count: Int, atEnd: Bool) -> UnsafeMutablePointer<UInt8> {
    precondition(count <= page, "a page contains the bytes")
    return (start + page + (atEnd ? page - count : 0)).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns a copy of bytes.
  func copy(_ bytes: [UInt8], atEnd: Bool) -> UnsafeMutablePointer<UInt8> {
    let copy = self.bytes(bytes.count, atEnd: atEnd)
    bytes.withUnsafeBufferPointer { if let source = $0.baseAddress { copy.update(from: source, count: bytes.count) } }
    return copy
  }
}
