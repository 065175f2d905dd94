import AshlarSchema

/// An index of several columns, as stored in the list of tables.
struct StoredIndex: Hashable, Sendable {
  /// The maximum size of all parts of a key: LMDB's limit of 511 bytes, minus the numbers of the table and the index and the bound of the
  /// block.
  static let sizeLimit = 497
  /// The maximum budget of a text.
  static let mostTextBudget = 240
  /// The number of bytes that the encoding of a cut text has in addition to its budget: one for a value, two for the end, eight for a hash.
  static let textOverhead = 11

  /// The number of the index, which no later index of the table receives.
  var number: UInt16
  /// The maximum size of an encoded text, not including its terminator. It is stored so that a release with a different formula for it
  /// reads keys correctly.
  var textBudget: UInt16
  /// The numbers of the columns, in order of significance.
  var columns: [UInt16]

  /// Returns the budget of each text in the keys of an index of columns with these layouts.
  static func textBudget(_ parts: [ColumnLayout]) -> UInt16 {
    let texts = parts.count { $0.type == .string }
    let fixed = parts.reduce(0) { $0 + ($1.type == .string ? 0 : partSize($1)) }
    return UInt16(texts == 0 ? mostTextBudget : min(mostTextBudget, (sizeLimit - fixed - textOverhead * texts) / texts))
  }

  /// Returns whether the keys of an index of columns with these layouts have at most `sizeLimit` bytes for their parts. The layouts are the
  /// newest of the columns; the parts of integers have the same size for all widths.
  func fits(_ parts: [ColumnLayout]) -> Bool {
    let size = parts.reduce(0) { size, part in
      size + (part.type == .string ? Int(textBudget) + StoredIndex.textOverhead : StoredIndex.partSize(part))
    }
    return size <= StoredIndex.sizeLimit
  }

  /// Returns the maximum size of the encoding of a value that is not text.
  static func partSize(_ layout: ColumnLayout) -> Int {
    // Integers of all widths are encoded in eight bytes, and dates in twelve.
    layout.type.form == .integer ? 9 : 1 + layout.width
  }
}

/// The indexes of several columns of a table: the extension `TableExtension.indexes` of its record. It contains the number of the next
/// index (UInt16), the number of indexes (UInt16), and for each, in ascending order of numbers: its number (UInt16), the number of parts
/// (UInt8), the budget of texts (UInt16), and for each part the number of its column (UInt16).
struct StoredIndexes: Hashable, Sendable {
  /// The maximum number of indexes that a table can have over time.
  static let limit = Int(UInt16.max) - TableExtension.columnLimit
  /// The number of the next new index. It exceeds those of all indexes that the table has had.
  var next = UInt16(TableExtension.columnLimit)
  /// The indexes, ascending by number.
  var list: [StoredIndex] = []

  init() {}

  /// Returns nil if the bytes are not valid.
  init?(_ bytes: [UInt8]) {
    let decoded = bytes.withUnsafeBytes { bytes -> StoredIndexes? in
      var reader = ByteReader(bytes)
      return StoredIndexes(&reader)
    }
    guard let decoded else { return nil }
    self = decoded
  }

  private init?(_ reader: inout ByteReader) {
    guard let next = reader.integer(UInt16.self), let count = reader.integer(UInt16.self) else { return nil }
    self.next = next
    for _ in 0..<count {
      guard let number = reader.integer(UInt16.self), let parts = reader.integer(UInt8.self), let budget = reader.integer(UInt16.self)
      else { return nil }
      var columns: [UInt16] = []
      for _ in 0..<parts {
        guard let column = reader.integer(UInt16.self) else { return nil }
        columns.append(column)
      }
      list.append(StoredIndex(number: number, textBudget: budget, columns: columns))
    }
    guard reader.isAtEnd, isConsistent else { return nil }
  }

  // Whether the numbers ascend, and each index has distinct parts and a budget; `hasIndexes` compares the sizes with those of keys.
  private var isConsistent: Bool {
    guard Int(next) >= TableExtension.columnLimit, list.first.map({ Int($0.number) >= TableExtension.columnLimit }) ?? true,
      list.last.map({ $0.number < next }) ?? true, zip(list, list.dropFirst()).allSatisfy({ $0.number < $1.number })
    else { return false }
    return list.allSatisfy { index in
      2...RuleKind.partLimit ~= index.columns.count && Set(index.columns).count == index.columns.count
        && 1...StoredIndex.mostTextBudget ~= Int(index.textBudget)
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: next)
    bytes.append(integer: UInt16(list.count))
    for index in list {
      bytes.append(integer: index.number)
      bytes.append(UInt8(index.columns.count))
      bytes.append(integer: index.textBudget)
      for column in index.columns { bytes.append(integer: column) }
    }
    return bytes
  }
}

extension EntityModel {
  /// The stored names of the columns of each index of several columns that the rules need, without repetitions, in the order of the rules.
  var tupleIndexes: [[String]] {
    var lists: [[String]] = []
    var known: Set<[String]> = []
    for rule in rules where rule.kind == .index || rule.kind == .unique {
      let names = rule.properties
      if names.count > 1, known.insert(names).inserted { lists.append(names) }
    }
    return lists
  }
}

extension Catalog.Table {
  /// The indexes of several columns; nil if the table has never had one, or if the extension is not valid.
  var indexes: StoredIndexes? {
    get { extensions[TableExtension.indexes].flatMap { StoredIndexes($0) } }
    set { extensions[TableExtension.indexes] = newValue?.bytes }
  }

  /// Returns whether the table has exactly the indexes of several columns that the rules of its type need, and their columns, and whether
  /// LMDB permits keys of their size. Otherwise, or if the extension is not valid, the list of tables is damaged.
  /// - Parameter layouts: The layouts of the columns, by number.
  func hasIndexes(of entity: EntityModel, _ layouts: [UInt16: ColumnLayout]) -> Bool {
    if extensions[TableExtension.indexes] != nil, indexes == nil { return false }
    let numbers = columnNumbers
    let (needed, list) = (entity.tupleIndexes, indexes?.list ?? [])
    // A missing column makes a list shorter, so the sets differ.
    guard needed.count == list.count, Set(needed.map { $0.compactMap { numbers[$0] } }) == Set(list.map(\.columns)) else { return false }
    return list.allSatisfy { index in
      let parts = index.columns.compactMap { layouts[$0] }
      return parts.count == index.columns.count && index.fits(parts)
    }
  }

  /// Adopts the indexes of several columns that the rules of a type need. An index of the same columns keeps its number and its budget.
  /// - Parameters:
  ///   - entity: The type, whose columns this table has.
  ///   - layouts: The layouts of the type's columns.
  ///   - judgedBefore: The unique rules that indexes have enforced so far, by the numbers of their columns.
  ///   - withoutNil: The numbers of the columns that no longer permit nil.
  /// - Returns: The numbers of the indexes whose posting lists are removed, and of those that are built; nil if no number is left.
  mutating func adoptIndexes(
    of entity: EntityModel, _ layouts: [ColumnLayout], judgedBefore: [[UInt16]: [UniqueParts]], _ withoutNil: Set<UInt16>
  ) -> (removed: [UInt16], new: [UInt16])? {
    let wanted = entity.tupleIndexes
    guard !wanted.isEmpty || indexes != nil else { return ([], []) }
    let old = indexes ?? StoredIndexes()
    var adopted = StoredIndexes()
    adopted.next = old.next
    var (removed, new): ([UInt16], [UInt16]) = ([], [])
    let numbers = columnNumbers
    let layoutsByName = Dictionary(zip(entity.columns.map(\.storedName), layouts)) { first, _ in first }
    let oldByColumns = Dictionary(old.list.map { ($0.columns, $0) }) { first, _ in first }
    let judging = entity.uniqueParts(numbers)
    for names in wanted {
      let columns = names.compactMap { numbers[$0] }
      guard let known = oldByColumns[columns] else {
        if adopted.next == .max { return nil }
        let budget = StoredIndex.textBudget(names.compactMap { layoutsByName[$0] })
        adopted.list.append(StoredIndex(number: adopted.next, textBudget: budget, columns: columns))
        new.append(adopted.next)
        adopted.next += 1
        continue
      }
      adopted.list.append(known)
      let judged = judgedBefore[columns] ?? []
      let isJudged = (judging[columns] ?? []).allSatisfy { rule in judged.contains { $0.implies(rule) } }
      if !isJudged || columns.contains(where: withoutNil.contains) {
        removed.append(known.number)
        new.append(known.number)
      }
    }
    let kept = Set(adopted.list.map(\.number))
    removed += old.list.map(\.number).filter { !kept.contains($0) }
    adopted.list = adopted.list.ordered { $0.number < $1.number }
    indexes = adopted
    return (removed, new)
  }
}
