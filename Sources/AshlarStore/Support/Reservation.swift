#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much address space is reserved for a database when it is opened. The file is mapped there and grows into it; what readers hold never
/// moves, so it is also the largest size that the file can have until it is opened again (decision 0071).
enum Reservation {
  /// Bytes. A thousand files take half of an address space of 47 bits.
  static let least = 64 << 30
  // How many times its size a file may have before it has to be opened again.
  private static let growth = 4

  /// Bytes for a file of `size` bytes: a power of two.
  static func bytes(for size: Int, least: Int = least) -> Int {
    let wanted = max(least, size.multipliedReportingOverflow(by: growth).overflow ? Int.max / 2 : size * growth)
    return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
  }

  /// What to try one after the other where the process may not have as much address space.
  static func attempts(for size: Int, least: Int = least) -> [Int] {
    let wanted = bytes(for: size, least: least)
    return [wanted] + [16 << 30, 4 << 30].filter { $0 < wanted && $0 >= size }
  }

  /// Bytes of the machine's memory, which bound a database in memory.
  static var memory: Int { Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE))) }
}
