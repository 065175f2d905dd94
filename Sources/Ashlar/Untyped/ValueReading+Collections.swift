import AshlarSchema
import AshlarStore

extension ValueReading {
  mutating func setCollection(
    _ value: Untyped, _ column: Int, _ readable: ReadableColumns.Column, _ object: ObjectBase, _ entity: _Entity, depth: Int
  ) throws(UsageError) {
    let collection = object._collectionToFill(column)
    switch value {
    case .null: return collection.removeAll()
    case .collection(let same) where same._isSame(as: collection): return
    case .collection(let other) where !other._hasElements(of: collection): throw refusal(value, column, entity)
    default: break
    }
    var converted: [Any]
    if readable.collection == .map {
      guard let entries = entries(of: value) else { throw refusal(value, column, entity) }
      converted = []
      converted.reserveCapacity(entries.count)
      for entry in entries {
        if !TextKey.isAllowed(entry.key) { throw .mapKey(entry.key) }
        guard let value = try element(entry.value, column, readable, entity, depth: depth) else { throw refusal(value, column, entity) }
        converted.append(UntypedEntry(key: entry.key, value: value))
      }
    } else {
      guard let elements = elements(of: value) else { throw refusal(value, column, entity) }
      converted = elements
      // Values of fixed width are stored as elements without being converted or checked individually.
      if readable.type.kind.null != .flag {
        for index in converted.indices {
          guard let value = try element(converted[index], column, readable, entity, depth: depth) else {
            throw refusal(value, column, entity)
          }
          converted[index] = value
        }
      }
    }
    if checksCases, let cases = readable.cases {
      for element in converted {
        let value = Untyped((element as? UntypedEntry)?.value ?? element).plain
        if !cases.admits(value, readable.type) { throw .noCase(type: cases.name, value: value.text, property: entity.label(column)) }
      }
    }
    // Rows, custom values and the hashes of primary keys are computed from the current contents of the elements, so these collections are
    // filled last.
    if object._kind == .live || readable.type == .object && (readable.isCustom || readable.collection == .set) {
      return wait(Late(collection: collection, elements: converted, value: value, column: column, entity: entity))
    }
    if !collection._replaceAll(with: converted) { throw refusal(value, column, entity) }
  }

  // Returns the element in the form that its collection accepts; nil if the value cannot be an element.
  private mutating func element(
    _ element: Any, _ column: Int, _ readable: ReadableColumns.Column, _ entity: _Entity, depth: Int
  ) throws(UsageError) -> Any? {
    switch readable.type.form {
    case .any: return try any(Untyped(element), depth: 0) { entity.label(column) }
    case .object:
      let value = Untyped(element)
      guard let target = self.target(entity, column) else { return nil }
      if case .null = value {
        // In a map of required custom values, nil is replaced by an object with default values.
        return readable.isCustom && !readable.isOptional && readable.collection == .map ? target.makeObject() : element
      }
      return try linked(value, target, depth: depth, place: readable.collection == .map ? "Dictionary" : "List")
    case .string, .data:
      if let excess = Untyped(element).plain.excess {
        throw .tooLong(what: excess.what, bytes: excess.bytes, limit: excess.limit, property: entity.label(column))
      }
      return element
    case .bool, .integer, .float, .double, .date, .decimal, .objectId, .uuid: return element
    }
  }

  /// Converts an untyped value to an `AnyRealmValue`; nil if it cannot be converted. The objects in the value are shared or copied, like
  /// targets of links.
  mutating func any(_ value: Untyped, depth: Int, label: () -> String) throws(UsageError) -> AnyRealmValue? {
    switch value {
    case .any(let value): return try any(Untyped(value.payload), depth: depth, label: label)
    case .object(let object) where object._entity.model.kind != .object: return nil
    // An accessor of a row is used unchanged, even if the collection that receives it has no reference to the Realm.
    case .object(let object as DynamicObject) where core == nil && object._kind == .live: return .object(object)
    case .object(let object):
      return try linked(value, object._entity, depth: 0, place: "AnyRealmValue").flatMap { $0 as? Object }.map { .object($0) }
    case .dictionary(let values): return try any(values.map { ($0.key, $0.value) }, depth, label)
    case .array(let values): return try any(values, depth, label)
    case .other(let map as _MapEntries): return try any(map.entries.map { ($0.key, $0.value) }, depth, label)
    // A set is neither a list nor a dictionary: if it were stored as one of them, a read would return a value of a different type.
    case .collection(let collection) where Swift.type(of: collection)._kindName == "MutableSet": return nil
    case .collection(let collection):
      if let entries = entries(of: value) { return try any(entries.map { ($0.key, $0.value) }, depth, label) }
      return try any(elements(of: value) ?? collection._untyped, depth, label)
    default:
      let plain = value.plain
      if let excess = plain.excess { throw .tooLong(what: excess.what, bytes: excess.bytes, limit: excess.limit, property: label()) }
      return plain.anyScalar
    }
  }

  private mutating func any(_ values: [Any], _ depth: Int, _ label: () -> String) throws(UsageError) -> AnyRealmValue? {
    if depth >= AnyStored.depthLimit { throw .tooDeep(limit: AnyStored.depthLimit) }
    var elements: [AnyRealmValue] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let element = try any(Untyped(value), depth: depth + 1, label: label) else { return nil }
      elements.append(element)
    }
    return .fromArray(elements)
  }

  private mutating func any(_ values: [(String, Any)], _ depth: Int, _ label: () -> String) throws(UsageError) -> AnyRealmValue? {
    if depth >= AnyStored.depthLimit { throw .tooDeep(limit: AnyStored.depthLimit) }
    let map = Map<String, AnyRealmValue>()
    for (key, value) in values {
      if !TextKey.isAllowed(key) { throw .mapKey(key) }
      guard let element = try any(Untyped(value), depth: depth + 1, label: label) else { return nil }
      map[key] = element
    }
    return .dictionary(map)
  }

  private func elements(of value: Untyped) -> [Any]? {
    switch value {
    case .array(let values): return values
    case .collection(let collection): return collection._isKeyed ? nil : elements(in: collection)
    case .other(let value): return elements(in: value)
    default: return nil
    }
  }

  private func elements(in value: Any) -> [Any]? {
    func collect<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 } }
    return (value as? any Sequence).map { collect($0) }
  }

  private func entries(of value: Untyped) -> [UntypedEntry]? {
    switch value {
    case .collection(let map):
      let entries = map._untyped.compactMap { $0 as? UntypedEntry }
      return map._isKeyed ? entries : nil
    case .dictionary(let values):
      return values.ordered { $0.key < $1.key }.map { UntypedEntry(key: $0.key, value: $0.value) }
    case .other(let map as _MapEntries): return map.entries.map { UntypedEntry(key: $0.key, value: $0.value) }
    default: return nil
    }
  }
}
