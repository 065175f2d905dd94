internal import Ashlar
internal import AshlarInspection
internal import AshlarSchema

/// Stores rows in several transactions. In the first pass, each transaction creates objects with the links whose targets precede them; in
/// the second pass, transactions set the other links. Both passes process the rows in their order, so the numbers of objects in the file
/// determine where the first pass continues.
struct ImportBatches {
  private let rows: PlannedRows
  private let realm: Realm
  private let size: Int
  private var importer: Importer
  private var mark: ImportMark
  // The number of stored objects of each type, in the order of `rows.tables`.
  private var counts: [Int]

  /// - Parameters:
  ///   - size: The maximum number of rows in a transaction.
  ///   - mark: The last mark that an earlier import has saved; nil if there is none.
  init(_ rows: PlannedRows, _ realm: Realm, size: Int, after mark: ImportMark?) throws(ImportFailure) {
    self.rows = rows
    self.realm = realm
    self.size = max(1, size)
    importer = rows.importer
    if let conflict = rows.order.conflicts.first {
      throw ImportFailure(
        place: rows.path,
        message: "\(conflict) must be satisfied when an object is stored, but links in a cycle are set by a later transaction: import "
          + "without '--batch', or remove the rule from the schema and add it later")
    }
    counts = rows.tables.map { realm.dynamicObjects($0.type.name).count }
    self.mark = mark ?? ImportMark([])
    let total = counts.reduce(0, +)
    let point =
      self.mark.points.last { $0.objects == total } ?? (total == 0 ? ImportMark.Point(objects: 0, dangling: DanglingCount()) : nil)
    let next = counts.indices.first { counts[$0] < rows.tables[$0].count } ?? counts.count
    let isBegun = zip(counts, rows.tables).allSatisfy { $0 <= $1.count } && counts.dropFirst(next + 1).allSatisfy { $0 == 0 }
    guard let point, isBegun else {
      throw ImportFailure(place: rows.path, message: "the objects in the file are not those that an import in batches has stored")
    }
    rows.reader.dangling = point.dangling
    self.mark.points = [point]
  }

  /// The number of stored objects.
  var objects: Int { counts.reduce(0, +) }

  mutating func run(save: (ImportMark) throws -> Void, progress: (Int, Int, Int) -> Void) throws {
    try rememberRows()
    for index in rows.tables.indices where counts[index] < rows.tables[index].count { try store(index, save, progress) }
    for index in rows.tables.indices where rows.tables[index].hasLateValues && index >= mark.type {
      try link(index, from: index == mark.type ? mark.row : 0, save)
    }
  }

  // A link to an object without a primary key contains the number of a row. If an earlier import has stored such objects, their numbers are
  // registered with the importer.
  private func rememberRows() throws {
    for (table, count) in zip(rows.tables, counts) where count > 0 && table.type.keyColumns.isEmpty {
      // An `AnyRealmValue` may contain a link to any type.
      let isTarget = rows.order.types.contains { type in
        type.properties.contains { $0.type == .any || $0.type == .object && $0.target == table.type.name }
      }
      // Embedded objects may contain links, too.
      guard isTarget || realm._types.contains(where: { $0.kind == .embedded }) else { continue }
      for (offset, object) in realm.dynamicObjects(table.type.name).enumerated() {
        guard let number = try table.number(offset) else { continue }
        importer.remember(number, object._rowKey, type: table.type.name)
      }
    }
  }

  // MARK: - Objects

  private mutating func store(_ index: Int, _ save: (ImportMark) throws -> Void, _ progress: (Int, Int, Int) -> Void) throws {
    let table = rows.tables[index]
    var source = rows.sources[index]
    source.place.offset = counts[index]
    let before = objects - counts[index]
    let total = rows.count
    while counts[index] < table.count {
      let start = ImportMark.Point(objects: objects, dangling: rows.reader.dangling)
      var read = 0
      try write { batches in
        // If the number differs, another process has stored the same rows.
        guard batches.realm.dynamicObjects(table.type.name).count == batches.counts[index] else {
          throw ImportFailure(place: batches.rows.path, message: "another process has continued this import")
        }
        read = try batches.importer.store(&source, index, type: nil, limit: batches.size) { done, _ in
          progress(before + done, total, before + done)
        }
        try batches.checkRefusals(isIncomplete: false)
        let end = ImportMark.Point(objects: start.objects + read, dangling: batches.rows.reader.dangling)
        batches.mark.points = [start, end]
        try save(batches.mark)
      }
      counts[index] += read
      importer.endBatch()
      if read == 0 { break }
    }
  }

  // MARK: - Links

  private mutating func link(_ index: Int, from first: Int, _ save: (ImportMark) throws -> Void) throws {
    let table = rows.tables[index]
    let keys = RowKeys(realm.dynamicObjects(table.type.name).lazy.map(\._rowKey))
    var source = rows.sources[index]
    source.place.offset = first
    var read = size
    while read == size {
      try write { batches in
        read = try batches.importer.link(&source, index, type: table.type.name, limit: batches.size) { keys[$0] }
        try batches.checkRefusals(isIncomplete: false)
      }
      importer.endBatch()
      (mark.type, mark.row) = (index, source.place.offset)
      try save(mark)
    }
  }

  // MARK: - Transactions

  private func checkRefusals(isIncomplete: Bool) throws {
    if !importer.refusals.isEmpty { throw SQLiteImport.Refused(failures: importer.refusals, isIncomplete: isIncomplete) }
  }

  private mutating func write(_ body: (inout ImportBatches) throws -> Void) throws {
    do {
      try realm.write { try body(&self) }
    } catch let error as Realm.Error {
      guard let failure = importer.failure(error, rows.sources) else { throw error }
      throw SQLiteImport.Refused(failures: [failure], isIncomplete: false)
    } catch let error as ImportFailure {
      // The importer throws the last rejected row if the number of rejected rows has reached its limit.
      guard importer.refusals.last == error else { throw error }
      try checkRefusals(isIncomplete: true)
    }
  }
}

/// The row keys of the objects of a type, in the order of the objects. Successive keys are stored as one range.
struct RowKeys {
  private var ranges: [(offset: Int, key: Int64)] = []
  private var count = 0

  init(_ keys: some Sequence<Int64>) {
    for key in keys {
      if let last = ranges.last, last.key + Int64(count - last.offset) == key {
        count += 1
        continue
      }
      ranges.append((count, key))
      count += 1
    }
  }

  /// Returns the key of the object at an offset, or -1 if there is none. Complexity: O(log ranges).
  subscript(offset: Int) -> Int64 {
    guard offset >= 0, offset < count else { return -1 }
    var low = 0
    var high = ranges.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranges[middle].offset <= offset { low = middle } else { high = middle }
    }
    return ranges[low].key + Int64(offset - ranges[low].offset)
  }
}
