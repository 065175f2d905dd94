#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The amount of address space that is reserved when a database is opened. The file is mapped there and grows into it. Memory that readers
/// use never moves, so the reservation limits the file's size until it is reopened (decision 0071).
enum Reservation {
  /// The minimum reservation in bytes. A thousand files then occupy half of a 47-bit address space.
  static let least = 64 << 30
  // The factor by which a file may grow before it must be reopened.
  private static let growth = 4

  /// Returns the reservation in bytes, a power of two, for a file of `size` bytes.
  static func bytes(for size: Int, least: Int = least) -> Int {
    let wanted = max(least, size.multipliedReportingOverflow(by: growth).overflow ? Int.max / 2 : size * growth)
    return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
  }

  /// Returns reservations in bytes, largest first. If one fails, the next is tried, since the process's address space may be limited.
  static func attempts(for size: Int, least: Int = least) -> [Int] {
    let wanted = bytes(for: size, least: least)
    return [wanted] + [16 << 30, 4 << 30].filter { $0 < wanted && $0 >= size }
  }

  /// The size of the machine's memory in bytes, which limits an in-memory database.
  static var memory: Int { Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE))) }
}
