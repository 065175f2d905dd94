public import Ashlar
internal import AshlarSchema

/// Stores the objects of inputs. Links may refer to objects of later records: all objects are created first, without values that refer to
/// other objects. A second pass over the records with such values sets these values.
///
/// The importer writes in the Realm's open transaction, which must be cancelled if the import throws.
public struct Importer {
  private let realm: Realm
  private let imported: ImportedTypes
  // The types of the records read, by name.
  private var known: [String: ImportedType] = [:]
  // Reads values without links to other objects.
  private let unlinked: ValueReader
  // Reads values with links to objects that have been created.
  private let linked: ValueReader
  /// Whether existing objects are updated with the values of the input.
  private let updates: Bool
  // The properties of a unique rule by which existing objects are found; empty if primary keys find them.
  private let matching: [String]
  private let rows = ImportedRows()
  private let order: ImportOrder?
  // Records with values that refer to other objects.
  private var waiting: [Waiting] = []
  // The records of stored objects, by type, if a type of the Realm has rules; otherwise empty.
  private var origins: [String: [Origin]] = [:]
  private let hasRules: Bool
  /// The number of objects stored.
  public private(set) var count = 0
  /// The number of rejected records after which the import ends.
  package var refusalLimit = 1
  // The number of rejected records for which no object was created.
  private var missing = 0
  // The failures of the current record's links whose targets do not exist.
  private var strayLinks: [ValueFailure] = []
  /// The rejected records, if more than one is permitted.
  package private(set) var refusals: [ImportFailure] = []

  private struct Waiting {
    let source: Int
    let place: RecordPlace
    let type: String
    let row: Int64
  }

  private struct Origin {
    let row: Int64
    let source: Int
    let place: RecordPlace
  }

  /// - Parameters:
  ///   - types: The types of the Realm.
  ///   - updates: Whether existing objects with the primary keys of records are updated.
  ///   - matching: The names of properties. Objects of types with a unique rule over exactly these are updated by records with their
  ///     values.
  public init(_ realm: Realm, _ types: ImportedTypes, updates: Bool, matching: [String] = []) {
    self.init(realm, types, updates: updates, matching: matching, order: nil)
  }

  /// - Parameter order: The types in the order of their records, which are the rows of a database; nil if records of different types
  ///   alternate.
  package init(_ realm: Realm, _ types: ImportedTypes, updates: Bool, matching: [String] = [], order: ImportOrder?) {
    self.realm = realm
    self.updates = updates
    self.matching = matching
    self.order = order
    imported = types
    hasRules = realm._types.contains { !$0.rules.isEmpty }
    unlinked = ValueReader(imported: types) { _ throws(ValueFailure) in throw ValueFailure("a link is set later") }
    let named = types.models.filter { $1.kind == .object }.mapValues { _NamedType($0.name, in: realm) }
    linked = ValueReader(imported: types) { [rows] reference throws(ValueFailure) in
      let found: DynamicObject? =
        switch reference.name {
        case .key(let key): named[reference.type.name]?.object(forPrimaryKey: key)
        case .row(let row): rows.key(of: row, reference.type.name).flatMap { named[reference.type.name]?.object(row: $0) }
        }
      if let found { return found }
      if order == nil { throw ValueFailure("neither the inputs nor the file contain a '\(reference.type.name)' with \(reference.text)") }
      let remedy =
        reference.isInAny ? "correct the value, which '--dangling' does not concern" : "with '--dangling nil', such links are nil"
      throw ValueFailure("the database contains no '\(reference.type.name)' with \(reference.text); \(remedy)")
    }
  }

  private var types: [String: EntityModel] { imported.models }

  /// Imports all records. Throws the failure of the first rejected record; if `refusalLimit` is greater than 1, continues with the next
  /// record until that many have been rejected, and then throws. If it does not throw, the caller must examine `refusals`.
  /// - Parameters:
  ///   - type: The type of records that do not state a type.
  ///   - progress: Called after each record with the number of bytes read and the number of objects stored.
  public mutating func run(_ sources: [ImportSource], type: String?, progress: (_ done: Int, _ objects: Int) -> Void) throws(ImportFailure)
  {
    var before = 0
    for (index, source) in sources.enumerated() {
      var source = source
      _ = try store(&source, index, type: type, limit: .max) { done, count in progress(before + done, count) }
      before += source.count
    }
    // A link to a rejected record would be rejected as well.
    if missing > 0 { return }
    for item in waiting {
      do throws(ImportFailure) { try link(item, sources[item.source]) } catch { try refuse(error) }
    }
  }

  // MARK: - Batches

  /// Stores records of a source, beginning at its position, without links that are set later. Returns the number of records that were
  /// read, which is less than `limit` at the end of the source. Throws as `run` does.
  /// - Parameters:
  ///   - index: The index of the source among all sources.
  ///   - type: The type of records that do not state a type.
  package mutating func store(
    _ source: inout ImportSource, _ index: Int, type: String?, limit: Int, progress: (_ done: Int, _ objects: Int) -> Void
  ) throws(ImportFailure) -> Int {
    var read = 0
    while read < limit {
      let place = source.place
      do throws(ImportFailure) {
        guard let record = try source.next() else { break }
        read += 1
        try store(record, type, index, place, source)
      } catch {
        missing += 1
        strayLinks = []
        try refuse(error)
        continue
      }
      let stray = strayLinks
      strayLinks = []
      for failure in stray { try refuse(ImportFailure(place: ImportSource.text(source, place), message: failure.message)) }
      count += 1
      progress(source.place.offset, count)
    }
    return read
  }

  /// Sets the links of records of one type that `store` has not set. Returns the number of records that were read, which is less than
  /// `limit` at the end of the source. Throws as `run` does.
  /// - Parameters:
  ///   - index: The index of the source among all sources.
  ///   - row: Returns the row of the object for the record at an offset.
  package mutating func link(
    _ source: inout ImportSource, _ index: Int, type name: String, limit: Int, row: (Int) -> Int64
  ) throws(ImportFailure) -> Int {
    var read = 0
    while read < limit {
      let place = source.place
      do throws(ImportFailure) {
        guard let record = try source.nextLate() else { break }
        read += 1
        do throws(ValueFailure) {
          let type = try importedType(name)
          guard let object = type.named.object(row: row(place.offset)) else { throw ValueFailure("the object of the record is missing") }
          if hasRules { origins[name, default: []].append(Origin(row: object._rowKey, source: index, place: place)) }
          try link(object, record, type)
        } catch {
          throw ImportFailure(place: ImportSource.text(source, place), message: error.message)
        }
      } catch {
        try refuse(error)
      }
    }
    return read
  }

  /// Discards the records of a batch that has been committed.
  package mutating func endBatch() {
    waiting = []
    origins = [:]
  }

  /// Registers the object of a record that was stored earlier, so that links can refer to it.
  /// - Parameters:
  ///   - row: The row of a record in the input.
  ///   - key: The row of its object.
  package func remember(_ row: Int64, _ key: Int64, type: String) { _ = rows.insert(row, key, type) }

  private mutating func refuse(_ failure: ImportFailure) throws(ImportFailure) {
    if refusalLimit > 1 { refusals.append(failure) }
    if refusalLimit == 1 || refusals.count == refusalLimit { throw failure }
  }

  // MARK: - Objects

  private mutating func store(
    _ record: ImportRecord, _ type: String?, _ index: Int, _ place: RecordPlace, _ source: ImportSource
  ) throws(ImportFailure) {
    do throws(ValueFailure) {
      guard let name = record.type ?? type else {
        throw ValueFailure("the type of the object is not stated: add '$type' to the object, or set '--type'")
      }
      let type = try importedType(name)
      let (object, isWaiting) = try store(record, type)
      if let row = record.row { try remember(row, object, type.model) }
      if hasRules { origins[name, default: []].append(Origin(row: object._rowKey, source: index, place: place)) }
      if isWaiting { waiting.append(Waiting(source: index, place: place, type: name, row: object._rowKey)) }
    } catch {
      throw ImportFailure(place: ImportSource.text(source, place), message: error.message)
    }
  }

  private mutating func importedType(_ name: String) throws(ValueFailure) -> ImportedType {
    if let type = known[name] { return type }
    guard let model = types[name] else {
      throw ValueFailure("the file has no type '\(name)'\(StoredTypes.hint(name, types.keys.sorted()))")
    }
    if model.kind == .embedded { throw ValueFailure("objects of the embedded type '\(name)' are imported within their owners") }
    let type = ImportedType(model, realm, matching: matching, order: order)
    known[name] = type
    return type
  }

  // Stores an object without its values that refer to other objects. Returns the object, and whether the record has such values.
  private mutating func store(_ record: ImportRecord, _ type: ImportedType) throws(ValueFailure) -> (DynamicObject, isWaiting: Bool) {
    var record = record
    // An object that matches retains its key, so a default key is set only in new objects.
    let keys = type.match == nil ? type.keys : []
    for key in keys where !record.values.contains(where: { $0.column == key }) {
      if record.members.contains(where: { $0.name == type.columns[key].name }) { continue }
      record.members += DefaultForm.members(of: type.model, without: []).filter { $0.name == type.columns[key].name }
    }
    var object = NewRecord(type, unlinked, updates: updates || type.match != nil)
    var isWaiting = false
    for (column, contents) in record.values {
      do throws(ValueFailure) {
        try object.set(contents: contents, column)
      } catch {
        throw error.of(type.model.name, type.columns[column].name)
      }
    }
    for (guess, member) in record.members.enumerated() {
      let column = try type.column(named: member.name, guess: guess)
      var links: ValueReader?
      if type.columns[column].canRefer, unlinked.hasReference(member.value, type.columns[column].property) {
        // Once a record has been rejected without creating an object, links are not set: links to that object would be rejected as well.
        guard type.columns[column].isEarly, missing == 0 else {
          isWaiting = true
          object.skip(column)
          continue
        }
        links = linked
      }
      do throws(ValueFailure) {
        try object.set(member.value, column, links: links)
      } catch {
        let failure = error.of(type.model.name, member.name)
        guard links != nil else { throw failure }
        // The object is created without the link, so that links to the object are not rejected as well.
        strayLinks.append(failure)
        object.skip(column)
      }
    }
    let known: DynamicObject?
    if let match = type.match { known = try matched(object, match, type) } else { known = try found(object, record, type) }
    if let known {
      object.update(known)
    } else {
      try object.complete()
      if type.match != nil { try checkNewKey(object, type) }
    }
    let stored = known ?? object.insert()
    if type.hasSets {
      var members: [JSONValue.Member] = []
      for member in record.members where object.has(try type.column(named: member.name, guess: 0)) { members.append(member) }
      try checkSets(stored, members, type.model)
    }
    return (stored, isWaiting)
  }

  // Returns the existing object with the primary key of the record; nil if there is none, or if the type has no primary key. Throws if a
  // property of the key is missing, or if the object exists and existing objects are not updated.
  private func found(_ object: NewRecord, _ record: ImportRecord, _ type: ImportedType) throws(ValueFailure) -> DynamicObject? {
    if type.keys.isEmpty { return nil }
    guard let value = object.keyValue else {
      let key = object.missingKey.map { ".\(type.columns[$0].name)" } ?? ""
      throw ValueFailure("the primary key '\(type.model.name)\(key)' is missing")
    }
    guard let known = type.named.object(forPrimaryKey: value) else { return nil }
    if updates { return known }
    let values = type.keys.map { key in
      record.members.first { $0.name == type.columns[key].name }.map { ValueFailure.shown($0.value) }
        ?? record.values.first { $0.column == key }.map { ValueFailure.shown(ValueWriter.scalar($0.contents)) } ?? ""
    }
    let shown = values.count == 1 ? values[0] : "[\(values.joined(separator: ","))]"
    let remedy =
      order == nil
      ? "with '--update', existing objects are updated"
      : "the keys of several rows are equal in the schema's type: change one of them, or the type"
    throw ValueFailure("'\(type.model.name)' \(shown) already exists; \(remedy)")
  }

  // Returns the existing object with the values of the record in the properties of a unique rule; nil if there is none. Throws if the
  // record has a different primary key.
  private func matched(_ object: NewRecord, _ match: _MatchedType, _ type: ImportedType) throws(ValueFailure) -> DynamicObject? {
    guard let known = object.stored(match) else { return nil }
    if let key = object.keyValue(completedBy: known), type.named.object(forPrimaryKey: key)?._rowKey != known._rowKey {
      throw ValueFailure("the '\(type.model.name)' that matches has another primary key, which cannot change")
    }
    return known
  }

  // Called if no object matches. Throws if an existing object has the primary key of the record.
  private func checkNewKey(_ object: NewRecord, _ type: ImportedType) throws(ValueFailure) {
    guard let key = object.keyValue, type.named.object(forPrimaryKey: key) != nil else { return }
    throw ValueFailure("no '\(type.model.name)' matches, and another one has the primary key of the record")
  }

  private mutating func remember(_ row: Int64, _ object: DynamicObject, _ model: EntityModel) throws(ValueFailure) {
    if !model.keyColumns.isEmpty { throw ValueFailure("'\(model.name)' has a primary key: omit '$row'") }
    guard rows.insert(row, object._rowKey, model.name) else {
      throw ValueFailure("'\(model.name)' with '$row' \(row) occurs twice")
    }
  }

  // If a set has fewer elements than its input, the input contains a duplicate element.
  private func checkSets(_ object: DynamicObject, _ members: [JSONValue.Member], _ model: EntityModel) throws(ValueFailure) {
    for (column, property) in model.columns.enumerated() where property.collection == .set {
      guard case .array(let elements)? = members.first(where: { $0.name == property.name })?.value else { continue }
      let count = object._count(column)
      if count != elements.count { throw ValueFailure("an element occurs twice").of(model.name, property.name) }
    }
  }

  // MARK: - Rules

  /// Returns the error of a commit that failed because stored objects violate rules, with the locations of their records; nil if the commit
  /// failed for another reason. Each line of the message after the first describes a further violation. Complexity: O(records ×
  /// violations).
  /// - Parameter sources: The inputs that were imported.
  public func failure(_ error: Realm.Error, _ sources: [ImportSource]) -> ImportFailure? {
    func place(_ object: ObjectIdentity) -> String? {
      // If several records update one object, the last one determines its values.
      origins[object.type]?.last { $0.row == object.row }.map { ImportSource.text(sources[$0.source], $0.place) }
    }
    var lines = error.violations.map { violation in
      let holder = violation.holder.flatMap(place).map { " (\($0))" } ?? ""
      return (place: place(violation.object), message: "\(violation)\(holder)")
    }
    guard let first = lines.firstIndex(where: { $0.place != nil }), let origin = lines[first].place else { return nil }
    let named = lines.remove(at: first)
    let others = lines.map { "\n" + ($0.place.map { $0 + ": " } ?? "") + $0.message }.joined()
    let more = error.moreViolations
    let rest = more == 0 ? "" : more == 1 ? "\nand 1 more violation" : "\nand \(more) more violations"
    return ImportFailure(place: origin, message: named.message + others + rest)
  }

  // MARK: - Links

  private func link(_ item: Waiting, _ source: ImportSource) throws(ImportFailure) {
    var source = source
    source.place = item.place
    guard let record = try source.nextLate(), let type = known[item.type], let object = type.named.object(row: item.row) else { return }
    do throws(ValueFailure) {
      try link(object, record, type)
    } catch {
      throw ImportFailure(place: ImportSource.text(source, item.place), message: error.message)
    }
  }

  private func link(_ object: DynamicObject, _ record: ImportRecord, _ type: ImportedType) throws(ValueFailure) {
    var late: [JSONValue.Member] = []
    for (guess, member) in record.members.enumerated() {
      let column = type.columns[try type.column(named: member.name, guess: guess)]
      guard column.canRefer, !column.isEarly, linked.hasReference(member.value, column.property) else { continue }
      late.append(member)
      do throws(ValueFailure) {
        object[member.name] = try linked.value(member.value, column.property)
      } catch {
        throw error.of(type.model.name, member.name)
      }
    }
    if type.hasSets { try checkSets(object, late, type.model) }
  }
}

extension ImportSource {
  /// Returns `file:line` of the first record at or after a position, or the location that another source states.
  fileprivate static func text(_ source: ImportSource, _ place: RecordPlace) -> String {
    var line = place.line
    if case .stored(let records) = source { return records.source.text(place) }
    if case .lines(var lines) = source {
      lines.place = place
      if lines.skipBlank() { line = lines.place.line }
    }
    return "\(source.name):\(line)"
  }
}
