/// Rows in sections, of which one is found, taken out and put in without touching the others: the kept state of observed sections.
///
/// Invariants: no section is empty; `order` has the numbers of `sections`, in the order of their first rows; `homes` has the number of the section of
/// each row, and `numbers` that of each key's section.
final class SectionedRows<Key: Hashable> {
  /// One section.
  struct Section {
    let key: Key
    let rows: RowOrder
  }

  /// Numbers of sections in their order; none is used again.
  private(set) var order: [UInt32] = []
  private(set) var sections: [UInt32: Section] = [:]
  private var numbers: [Key: UInt32] = [:]
  private var homes: RowNumbers
  private var nextNumber: UInt32 = 0
  private(set) var count = 0
  /// Where rows are those of a list: their places in it, which decide between equal ones.
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

  /// The number of a row's section; nil when it is not there.
  func section(of row: Int64) -> UInt32? { homes[row] }

  /// The number of a key's section; nil when there is none.
  func section(of key: Key) -> UInt32? { numbers[key] }

  /// Where a section is. O(sections).
  func position(of number: UInt32) -> Int? { firstPlace(of: number, in: order) }

  /// All keys in order. O(sections).
  var keys: [Key] { order.compactMap { sections[$0]?.key } }

  /// All rows, in the order of their sections. O(n).
  var rows: [Int64] { order.flatMap { sections[$0]?.rows.keys ?? [] } }

  /// Takes a row out of its section, which may be empty then.
  func remove(_ row: Int64) {
    guard let number = homes[row] else { return }
    sections[number]?.rows.remove(row)
    homes[row] = nil
    count -= 1
  }

  /// Puts a row into the section of a key, which may be new.
  func insert(_ row: Int64, _ key: Key, behind comesBefore: (Int64) -> Bool) -> UInt32 {
    let number = numbers[key] ?? add(key, [])
    sections[number]?.rows.insert(row, behind: comesBefore)
    homes[row] = number
    count += 1
    return number
  }

  /// Puts sections that were touched where their first rows are among those of the others, and drops those that are empty. O(sections).
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
