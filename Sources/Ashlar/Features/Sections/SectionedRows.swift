/// The rows of observed sections. A row can be found, removed or inserted without moving the other rows.
///
/// Invariants: `homes` contains the number of each row's section, and `numbers` the number of each key's section; after `settle`, no
/// section is empty, and `order` contains the numbers of `sections`, in the order of their first rows.
final class SectionedRows<Key: Hashable> {
  /// The key and the rows of a section.
  struct Section {
    let key: Key
    let rows: RowOrder
  }

  /// The numbers of the sections, in the order of the sections. The number of a removed section is never reused.
  private(set) var order: [UInt32] = []
  private(set) var sections: [UInt32: Section] = [:]
  private var numbers: [Key: UInt32] = [:]
  private var homes: RowNumbers
  private var nextNumber: UInt32 = 0
  private(set) var count = 0
  /// The positions of the rows in their list, which determine the order of equal rows; nil if the rows are not those of a list.
  let places: [Int64: Int32]?

  init(_ keys: [Key], _ rows: [[Int64]], _ places: [Int64: Int32]?) {
    self.places = places
    count = rows.reduce(0) { $0 + $1.count }
    homes = RowNumbers(count)
    for (key, rows) in zip(keys, rows) { order.append(add(key, rows)) }
  }

  private func add(_ key: Key, _ rows: [Int64]) -> UInt32 {
    let number = nextNumber
    nextNumber += 1
    sections[number] = Section(key: key, rows: RowOrder(rows, isAscending: false))
    numbers[key] = number
    for row in rows { homes[row] = number }
    return number
  }

  /// Returns the number of a row's section; nil if the row is in no section.
  func section(of row: Int64) -> UInt32? { homes[row] }

  /// Returns the number of a key's section; nil if no row has the key.
  func section(of key: Key) -> UInt32? { numbers[key] }

  /// Returns the position of a section; nil if it has been removed, or created since `settle`. Complexity: O(sections).
  func position(of number: UInt32) -> Int? { firstPlace(of: number, in: order) }

  /// All keys, in the order of the sections. Complexity: O(sections).
  var keys: [Key] { order.compactMap { sections[$0]?.key } }

  /// All rows, in the order of their sections. Complexity: O(n).
  var rows: [Int64] { order.flatMap { sections[$0]?.rows.keys ?? [] } }

  /// Removes a row from its section. A section that becomes empty remains until `settle`.
  func remove(_ row: Int64) {
    guard let number = homes[row] else { return }
    sections[number]?.rows.remove(row)
    homes[row] = nil
    count -= 1
  }

  /// Inserts a row into the section of a key, and returns the number of the section. Creates the section if it does not exist; a new
  /// section has no position before `settle`.
  func insert(_ row: Int64, _ key: Key, behind comesBefore: (Int64) -> Bool) -> UInt32 {
    let number = numbers[key] ?? add(key, [])
    sections[number]?.rows.insert(row, behind: comesBefore)
    homes[row] = number
    count += 1
    return number
  }

  /// Moves the sections in `touched` to the positions that their first rows determine, and removes empty sections. Complexity: O(sections).
  func settle(_ touched: Set<UInt32>, _ comparison: inout RowComparison) {
    order.removeAll(where: touched.contains)
    for number in touched {
      guard let section = sections[number] else { continue }
      if section.rows.count == 0 {
        sections[number] = nil
        numbers[section.key] = nil
        continue
      }
      comparison.take(section.rows.key(at: 0))
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if let other = sections[order[middle]], comparison.comesBefore(other.rows.key(at: 0)) { low = middle + 1 } else { high = middle }
      }
      order.insert(number, at: low)
    }
  }
}
