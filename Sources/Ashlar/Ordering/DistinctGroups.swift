import AshlarSchema
import AshlarStore

/// Rows grouped by the values that `distinct` compares. Only the first row of each group is reported to an observer. The groups are updated
/// incrementally from the rows that changed.
///
/// Invariants: the `members` of a group are in the order of the results; `firsts` contains the first member of each group, in the same
/// order; between updates, every group in `numbers` has members.
final class DistinctGroups {
  private let rows: DistinctRows
  private var numbers: [[UInt8]: Int] = [:]
  private var members: [[Int64]] = []
  // The value of each group, and the numbers of groups that have lost all members, which are reused for new values.
  private var values: [[UInt8]] = []
  private var vacant: [Int] = []
  private var homes: [Int64: Int32] = [:]
  /// The rows that are reported to an observer.
  private(set) var firsts: RowOrder

  /// - Parameter keys: All rows, in the order of the results.
  init(_ rows: DistinctRows, _ keys: [Int64], isAscending: Bool) {
    self.rows = rows
    firsts = RowOrder([], isAscending: true)
    var values = rows.makeValues()
    var first: [Int64] = []
    for key in keys {
      let number = number(of: values.bytes(of: key))
      if members[number].isEmpty { first.append(key) }
      members[number].append(key)
      homes[key] = Int32(number)
    }
    firsts = RowOrder(first, isAscending: isAscending)
  }

  private func number(of value: [UInt8]) -> Int {
    if let number = numbers[value] { return number }
    if let number = vacant.popLast() {
      numbers[value] = number
      values[number] = value
      return number
    }
    numbers[value] = members.count
    members.append([])
    values.append(value)
    return members.count - 1
  }

  // Removes the value of a group without members, so that the number of groups does not grow with each value that a row ever had.
  private func vacate(_ number: Int) {
    numbers[values[number]] = nil
    values[number] = []
    vacant.append(number)
  }

  /// The number of values that have a group.
  var count: Int { numbers.count }

  /// Removes and inserts rows. Returns the rows that were removed from `firsts` or changed, with their old positions in it, and the rows
  /// that were inserted or changed, with their new positions. Complexity: O(rows in the affected groups), plus the comparisons.
  ///
  /// - Parameters:
  ///   - gone: The changed rows that were members of a group before the change.
  ///   - come: The changed rows that are members of a group after the change.
  func update(
    gone: [Int64], come: [Int64], _ comparison: inout RowComparison
  ) -> (old: [(index: Int, key: Int64)], new: [(index: Int, key: Int64)]) {
    var before: [Int: Int64?] = [:]
    func note(_ number: Int) { if before[number] == nil { before[number] = .some(members[number].first) } }
    for key in gone {
      guard let home = homes.removeValue(forKey: key) else { continue }
      note(Int(home))
      if let place = members[Int(home)].firstIndex(of: key) { members[Int(home)].remove(at: place) }
    }
    var values = rows.makeValues()
    for key in come {
      let number = number(of: values.bytes(of: key))
      note(number)
      comparison.take(key)
      var (low, high) = (0, members[number].count)
      while low < high {
        let middle = (low + high) / 2
        if comparison.comesBefore(members[number][middle]) { low = middle + 1 } else { high = middle }
      }
      members[number].insert(key, at: low)
      homes[key] = Int32(number)
    }
    let changed = Set(gone).union(come)
    var (going, coming): ([Int64], [Int64]) = ([], [])
    for (number, old) in before {
      let new = members[number].first
      if new == nil { vacate(number) }
      if old == new, new.map({ !changed.contains($0) }) ?? true { continue }
      if let old { going.append(old) }
      if let new { coming.append(new) }
    }
    let olds = places(of: going)
    for old in olds { firsts.remove(old.key) }
    for key in coming {
      comparison.take(key)
      firsts.insert(key) { comparison.comesBefore($0) }
    }
    return (olds, places(of: coming))
  }

  private func places(of keys: [Int64]) -> [(index: Int, key: Int64)] {
    keys.compactMap { key in firsts.index(of: key).map { (index: $0, key: key) } }.byIndex()
  }
}

extension DistinctRows {
  /// Whether the values are stored in the rows themselves and equal values have equal bytes.
  var haveBytes: Bool { paths.allSatisfy { $0.isDirect && $0.valueType != .any } }

  /// Creates a reader. The data must not be written while the reader is in use.
  func makeValues() -> Values { Values(readers: paths.map { ValueReader($0, root, core) }) }

  /// Reads the values that rows are grouped by.
  struct Values {
    fileprivate var readers: [ValueReader]

    fileprivate init(readers: [ValueReader]) { self.readers = readers }

    /// Returns bytes that are equal for exactly those rows whose values are equal.
    mutating func bytes(of key: Int64) -> [UInt8] {
      var bytes: [UInt8] = []
      func add<Number: FixedWidthInteger>(_ kind: UInt8, _ number: Number) {
        bytes.append(kind)
        withUnsafeBytes(of: number) { bytes += $0 }
      }
      for index in readers.indices {
        switch readers[index].value(of: key) {
        case nil: bytes.append(0)
        case .null?: bytes.append(1)
        case .text(let text)?, .bytes(let text)?:
          add(2, text.count)
          bytes += text
        case .date(let seconds, let nanoseconds)?:
          add(3, seconds)
          add(3, nanoseconds)
        case .decimal(let number)?:
          bytes.append(4)
          bytes += [UInt8](unsafeUninitializedCapacity: Decimal128.orderedSize) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            number.writeOrdered(to: UnsafeMutableRawPointer(start))
            count = Decimal128.orderedSize
          }
        case let value?: add(5, TermValues.rank(of: value) ?? 0)
        }
      }
      return bytes
    }
  }
}
