public import Ashlar
internal import AshlarSchema

/// Stores the objects of inputs. Links may refer to objects that follow: all objects are created first, without values that refer to other
/// objects; a second pass over the records with such values sets them.
///
/// Writes in the Realm's open transaction, which must be cancelled if the import throws.
public struct Importer {
  private let realm: Realm
  private let imported: ImportedTypes
  /// Whether existing objects are updated with the values of the input.
  private let updates: Bool
  // The rows of imported objects by their rows in the exported file, for types without a primary key.
  private var rows: [String: [Int64: Int64]] = [:]
  // Records with values that refer to other objects.
  private var waiting: [Waiting] = []
  /// The number of objects stored.
  public private(set) var count = 0

  private struct Waiting {
    let source: Int
    let place: RecordPlace
    let type: String
    let row: Int64
  }

  /// - Parameter types: The types of the Realm.
  public init(_ realm: Realm, _ types: ImportedTypes, updates: Bool) {
    self.realm = realm
    self.updates = updates
    imported = types
  }

  private var types: [String: EntityModel] { imported.models }

  /// Imports all records.
  /// - Parameters:
  ///   - type: The type of records that do not state a type.
  ///   - progress: Called after each record with the number of bytes read and the number of objects stored.
  public mutating func run(_ sources: [ImportSource], type: String?, progress: (_ done: Int, _ objects: Int) -> Void) throws(ImportFailure)
  {
    var before = 0
    for (index, source) in sources.enumerated() {
      var source = source
      while true {
        let place = source.place
        guard let record = try source.next() else { break }
        try store(record, type, index, place, source)
        count += 1
        progress(before + source.place.offset, count)
      }
      before += source.count
    }
    let reader = reader
    for item in waiting { try link(item, sources[item.source], reader) }
  }

  // MARK: - Objects

  private mutating func store(
    _ record: ImportRecord, _ type: String?, _ index: Int, _ place: RecordPlace, _ source: ImportSource
  ) throws(ImportFailure) {
    do throws(ValueFailure) {
      guard let name = record.type ?? type else {
        throw ValueFailure("the type of the object is not stated: add '$type' to the object, or set '--type'")
      }
      guard let model = types[name] else {
        throw ValueFailure("the file has no type '\(name)'\(StoredTypes.hint(name, types.keys.sorted()))")
      }
      if model.kind == .embedded { throw ValueFailure("objects of the embedded type '\(name)' are imported within their owners") }
      // Links are not resolved here: a closure with a copy of `rows` would make every later insertion copy the dictionary.
      let reader = ValueReader(imported: imported) { _ throws(ValueFailure) in throw ValueFailure("a link is set later") }
      var record = record
      if let key = model.primaryKey.map({ model.properties[$0].name }), !record.members.contains(where: { $0.name == key }) {
        record.members += DefaultForm.members(of: model, without: []).filter { $0.name == key }
      }
      var values: [String: Any] = [:]
      var isWaiting = false
      for member in record.members {
        let property = try ValueReader.property(member.name, of: model)
        if reader.hasReference(member.value, property) {
          isWaiting = true
          continue
        }
        do throws(ValueFailure) {
          values[member.name] = try reader.value(member.value, property)
        } catch {
          throw error.of(name, member.name)
        }
      }
      let object = try stored(values, record, model, reader)
      try checkSets(object, record.members.filter { values[$0.name] != nil }, model)
      if let row = record.row { try remember(row, object, model) }
      if isWaiting { waiting.append(Waiting(source: index, place: place, type: name, row: object._rowKey)) }
    } catch {
      throw ImportFailure(place: ImportSource.text(source, place), message: error.message)
    }
  }

  private func stored(
    _ values: [String: Any], _ record: ImportRecord, _ model: EntityModel, _ reader: ValueReader
  ) throws(ValueFailure) -> DynamicObject {
    func made() throws(ValueFailure) -> DynamicObject {
      realm.dynamicCreate(model.name, value: try reader.complete(values, record.members.map(\.name), model))
    }
    guard let column = model.primaryKey else { return try made() }
    let key = model.properties[column].name
    guard let value = values[key] else { throw ValueFailure("the primary key '\(model.name).\(key)' is missing") }
    guard let known = realm.dynamicObject(ofType: model.name, forPrimaryKey: value) else { return try made() }
    guard updates else {
      let shown = record.members.first { $0.name == key }.map { ValueFailure.shown($0.value) } ?? ""
      throw ValueFailure("'\(model.name)' \(shown) already exists; with '--update', existing objects are updated")
    }
    for (name, value) in values where name != key { known[name] = value }
    return known
  }

  private mutating func remember(_ row: Int64, _ object: DynamicObject, _ model: EntityModel) throws(ValueFailure) {
    if model.primaryKey != nil { throw ValueFailure("'\(model.name)' has a primary key: omit '$row'") }
    guard rows[model.name, default: [:]].updateValue(object._rowKey, forKey: row) == nil else {
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

  // MARK: - Links

  private func link(_ item: Waiting, _ source: ImportSource, _ reader: ValueReader) throws(ImportFailure) {
    var source = source
    source.place = item.place
    guard let record = try source.next(), let model = types[item.type], let object = realm._object(item.type, row: item.row) else { return }
    do throws(ValueFailure) {
      var late: [JSONValue.Member] = []
      for member in record.members {
        let property = try ValueReader.property(member.name, of: model)
        guard reader.hasReference(member.value, property) else { continue }
        late.append(member)
        do throws(ValueFailure) {
          object[member.name] = try reader.value(member.value, property)
        } catch {
          throw error.of(item.type, member.name)
        }
      }
      try checkSets(object, late, model)
    } catch {
      throw ImportFailure(place: ImportSource.text(source, item.place), message: error.message)
    }
  }

  private var reader: ValueReader {
    let (realm, rows) = (realm, rows)
    return ValueReader(imported: imported) { reference throws(ValueFailure) in
      let found: DynamicObject? =
        switch reference.name {
        case .key(let key): realm.dynamicObject(ofType: reference.type.name, forPrimaryKey: key)
        case .row(let row): rows[reference.type.name]?[row].flatMap { realm._object(reference.type.name, row: $0) }
        }
      if let found { return found }
      throw ValueFailure("neither the inputs nor the file contain a '\(reference.type.name)' with \(reference.text)")
    }
  }
}

extension ImportSource {
  /// Returns `file:line` of the first record at or after a position.
  fileprivate static func text(_ source: ImportSource, _ place: RecordPlace) -> String {
    var line = place.line
    if case .lines(var lines) = source {
      lines.place = place
      if lines.skipBlank() { line = lines.place.line }
    }
    return "\(source.name):\(line)"
  }
}
