import AshlarSchema
public import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Look-ups by primary key.
extension _RealmCore {
  /// Returns the location of the row with the primary key `key`; its `base` is nil if there is no such row. Called by inlined code.
  public func _place(of entity: _Entity, withKey key: Int) -> RowPlace {
    checkConfinement("Realm")
    let guess = session.guess(entity.ordinal, Int64(key))
    return guess.base == nil ? searchedPlace(of: entity, withKey: key) : guess
  }

  // Searches for a row that `session.guess` did not find. This is a separate function, so that the code that most look-ups execute is
  // short.
  @inline(never)
  private func searchedPlace(of entity: _Entity, withKey key: Int) -> RowPlace {
    requireEntity(entity)
    return place(row(of: entity, with: key), entity)
  }

  /// Like `_place(of:withKey:)`, but for a key of any type.
  public func _place<Key>(of entity: _Entity, with key: Key) -> RowPlace {
    checkConfinement("Realm")
    requireEntity(entity)
    // `row` recognizes the types of keys, but not of those in an `Any`.
    func opened<Opened>(_ key: Opened) -> RowAccess? { row(of: entity, with: key) }
    return place(Key.self == Any.self ? _openExistential(key as Any, do: opened) : row(of: entity, with: key), entity)
  }

  /// Like `_place(of:withKey:)`, but for the parts of a compound key.
  public func _place(of entity: _Entity, withParts parts: _KeyParts) -> RowPlace {
    checkConfinement("Realm")
    requireEntity(entity)
    return place(row(entity, compoundKey: parts.encoder.bytes), entity)
  }

  private func place(_ row: RowAccess?, _ entity: _Entity) -> RowPlace {
    if let row { return RowPlace(row) }
    // Tracks the set of rows, because inserting a row with the key changes the result.
    tracker?.read(entity.ordinal, .rows)
    return RowPlace(nil, UnsafePointer(UnmanagedContext.noColumns))
  }

  // Casts and arrays would take longer than the look-up, so the possible key types are recognized by their metadata.
  private func row<Key>(of entity: _Entity, with key: Key) -> RowAccess? {
    let column = entity.keyColumn
    guard column >= 0 else { return compoundRow(of: entity, with: key) }
    func known<Known>(_ type: Known.Type) -> Known? {
      guard Key.self == type else { return nil }
      return withUnsafePointer(to: key) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
    }
    switch entity.columns[column].type {
    case .int, .int8, .int16, .int32, .int64:
      func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Int64? {
        if let value = known(type) { return Int64(value) }
        guard let optional = known(Number?.self), let value = optional else { return nil }
        return Int64(value)
      }
      var number = integer(Int.self)
      if number == nil { number = integer(Int64.self) }
      if number == nil { number = integer(Int32.self) }
      if number == nil { number = integer(Int16.self) }
      if number == nil { number = integer(Int8.self) }
      if let number { return row(entity, KeyProbe(.int(number))) }
    case .string:
      if let text = known(String.self) ?? known(String?.self) ?? nil {
        return TextCell.withBytes(of: text) { row(entity, KeyProbe(.bytes($0))) }
      }
    case .uuid:
      if let id = known(UUID.self) ?? known(UUID?.self) ?? nil {
        return withUnsafeBytes(of: id.uuid) { row(entity, KeyProbe(.bytes($0))) }
      }
    case .objectId:
      if let id = known(ObjectId.self) ?? known(ObjectId?.self) ?? nil {
        return withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) {
          row(entity, KeyProbe(.bytes(UnsafeRawBufferPointer(rebasing: $0.prefix(12)))))
        }
      }
    case .bool, .float, .double, .data, .date, .decimal128, .object, .any: break
    }
    if let value = key as? any PersistableEnum { return rawRow(entity, value) }
    return row(of: entity, converting: key)
  }

  private func rawRow(_ entity: _Entity, _ value: some PersistableEnum) -> RowAccess? { row(of: entity, with: value.rawValue) }

  // Looks up nil, and keys of types that `row(of:with:)` does not recognize for the property.
  @inline(never)
  private func row(of entity: _Entity, converting key: Any) -> RowAccess? {
    guard let value = KeyValue(converting: key, entity.model.properties[entity.keyColumn]) else {
      misuse(.invalidKey(type: entity.model.name, value: "\(key)"))
    }
    return value.withProbe { row(entity, $0) }
  }

  // Looks up a compound key that is a value of the class's `PrimaryKey`, an array or a dictionary.
  @inline(never)
  private func compoundRow(of entity: _Entity, with key: Any) -> RowAccess? {
    guard entity.compoundKey != nil else { misuse(.noPrimaryKey(type: entity.model.name, operation: "looked up by one")) }
    guard let bytes = entity.compoundKeyBytes(of: key) else {
      misuse(
        .invalidKeyParts(
          type: entity.model.name, properties: entity.keyColumns.map { entity.model.properties[$0].name }, value: "\(key)"))
    }
    return row(entity, compoundKey: bytes)
  }

  /// Returns the row with an encoded compound key; nil if there is none.
  func row(_ entity: _Entity, compoundKey bytes: [UInt8]) -> RowAccess? { bytes.withUnsafeBytes { row(entity, KeyProbe(.parts($0))) } }

  private func row(_ entity: _Entity, _ probe: KeyProbe) -> RowAccess? {
    do {
      return try session.find(entity.ordinal, probe)
    } catch {
      misuse(.storage("\(error)"))
    }
  }
}
