#if os(Linux) && canImport(Glibc)
  internal import Glibc
#endif

/// Prepares the heap for work of a known size. A compilation touches many times its input in new memory, and on a virtual machine
/// it takes the kernel longer to hand out 4 KB than it takes to fill them.
package enum HeapHint {
  /// How much memory is used for each byte of schema files.
  private static let growth = 32
  /// Less is not worth the system calls, and large pages would waste more than they save.
  private static let worthwhile = 4 << 20
  /// The largest block that the C library keeps for later.
  private static let limit = 31 << 20

  /// Asks for large pages for the memory that compiling this many bytes will take. Only a hint: nothing follows if it is not heard.
  package static func willCompile(bytes: Int) {
    #if os(Linux) && canImport(Glibc)
      let expected = min(bytes, limit / growth) * growth
      guard expected >= worthwhile else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      // A large block is a mapping of its own, which freeing gives back. From then on blocks of that size are parts of the heap:
      // the second stays there when it is freed.
      for _ in 0..<2 {
        guard let block = malloc(expected) else { return }
        let start = (Int(bitPattern: block) + page - 1) / page * page
        madvise(UnsafeMutableRawPointer(bitPattern: start), Int(bitPattern: block) + expected - start, MADV_HUGEPAGE)
        free(block)
      }
    #endif
  }
}
