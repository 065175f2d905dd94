public import AshlarSchema
public import AshlarStore
public import TestSupport

/// A store in which every name and every value is one of `Marks`, with entries of every kind: clusters, patches, values of their own,
/// segments, keys of one and of several properties, indexes of one and of several properties, and links.
public final class MarkedStore {
  /// The store.
  public let store: SampleStore
  /// The marks that it stores.
  public let marks: Marks

  /// The table of items, which have a primary key and indexes.
  public static let item = 0
  /// The table of pairs, which have a key and an index of several properties.
  public static let pair = 1

  // The column of an item that has an index and that `change` changes.
  private static let indexed = 2

  /// The model of a version. The second version has another property, which fills all items, and an index of their texts.
  public static func model(_ marks: Marks, _ version: UInt64 = 1) -> SchemaModel {
    func name(_ number: Int) -> String { marks.text(.property, number) }
    let (item, pair) = (marks.text(.type, 0), marks.text(.type, 1))
    var properties = [
      PropertyModel(name: name(0), type: .string, isPrimaryKey: true),
      PropertyModel(name: name(1), type: .string, isIndexed: version > 1),
      PropertyModel(name: name(indexed), type: .string, isIndexed: true), PropertyModel(name: name(3), type: .string),
      PropertyModel(name: name(4), type: .data), PropertyModel(name: name(5), type: .uuid, isIndexed: true),
      PropertyModel(name: name(6), type: .int, isIndexed: true),
      PropertyModel(name: name(7), type: .object, isOptional: true, target: item),
      PropertyModel(name: name(8), type: .string, collection: .list),
      PropertyModel(name: name(9), type: .int, collection: .list),
    ]
    if version > 1 {
      var filled = PropertyModel(name: name(10), type: .string, defaultValue: .string(marks.text(.fill)))
      filled.isBackfilled = true
      properties.append(filled)
    }
    var pairs = EntityModel(
      name: pair,
      properties: [
        PropertyModel(name: name(0), type: .int), PropertyModel(name: name(1), type: .string), PropertyModel(name: name(2), type: .string),
      ])
    pairs.rules = EntityRule.sorted([.primaryKey([name(0), name(1)]), .index([name(2), name(0)])])
    return SchemaModel(name: "Marks", version: version, entities: [EntityModel(name: item, properties: properties), pairs])
  }

  /// Opens a store in a file.
  public init(_ engine: any StorageEngine, _ marks: Marks, version: UInt64 = 1) throws {
    self.marks = marks
    store = try SampleStore(
      engine, model: MarkedStore.model(marks, version),
      ordinals: [marks.text(.type, 0): MarkedStore.item, marks.text(.type, 1): MarkedStore.pair])
  }

  /// The bytes of the primary key of an item.
  public static func key(_ marks: Marks, _ number: Int) -> [UInt8] { Array(marks.text(.key, number).utf8) }

  // MARK: - Writing

  /// Adds an item and a pair in the open write, unless there are those with this number.
  public func insert(_ number: Int) throws {
    let key = CellValue.bytes(MarkedStore.key(marks, number))
    if try store.find(MarkedStore.item, key) != nil { return }
    let first = try store.session.firstKey(MarkedStore.item)
    let isLong = number % 5 == 0
    let texts = (0..<(number % 40 == 3 ? 500 : 2)).map { index in
      CellValue.text(marks.text(number % 40 == 3 ? .segment : .element, index))
    }
    let long = isLong ? marks.text(.long, number, size: 700 * (1 + number % 3)) : ""
    let link: CellValue = if let first { .link(first) } else { .null }
    var cells: [CellValue] = [
      key, .text(marks.text(.text, number, size: 40)), .text(marks.text(.indexed, number)), .text(long), .text(marks.text(.data, number)),
      .bytes(marks.identifier), .int(marks.integer), link, .list(texts), .list(marks.integers.map { .int($0) }),
    ]
    if store.columns(MarkedStore.item).count > cells.count { cells.append(.text(marks.text(.fill, number))) }
    try store.insert(MarkedStore.item, cells)
    try insertPair(number)
  }

  private func insertPair(_ number: Int) throws {
    let part = Array(marks.text(.part, number).utf8)
    var key = KeyEncoder()
    key.append(Int64(number))
    part.withUnsafeBytes { key.append(text: $0) }
    let made = try key.bytes.withUnsafeBytes { try store.session.insert(MarkedStore.pair, withKey: KeyProbe(.parts($0))) }
    guard made.isNew else { return }
    let cells: [CellValue] = [.int(Int64(number)), .bytes(part), .text(marks.text(.tuple, number))]
    for (column, cell) in cells.enumerated() { try store.set(MarkedStore.pair, made.row.key, column, cell) }
  }

  /// Changes one value of an item in the open write, so that the cluster gets a patch.
  public func change(_ key: Int64, _ number: Int) throws {
    try store.set(MarkedStore.item, key, MarkedStore.indexed, .text(marks.text(.indexed, number)))
  }

  /// Commits a write that adds, changes and removes items; there remain about 60.
  public func commit(_ random: inout SeededGenerator, _ durability: CommitDurability) throws {
    let session = store.session
    try session.beginWrite()
    do {
      for _ in 0..<random.below(4) { try insert(random.below(200)) }
      let keys = try session.liveKeys(MarkedStore.item)
      if let changed = keys.randomElement(using: &random) { try change(changed, random.below(1000)) }
      if keys.count > 60, let gone = keys.randomElement(using: &random) { try session.delete(MarkedStore.item, gone) }
      try session.commitWrite(durability)
    } catch {
      if session.isWriting { session.cancelWrite() }
      throw error
    }
  }
}
