import AshlarSchema
import AshlarStore

/// A condition that an index answers: one of its parts that must hold is that an indexed column of the object itself
/// equals a constant.
struct IndexProbe {
  let column: Int
  let value: [UInt8]
  /// Whether there is nothing else to the condition.
  let isWhole: Bool

  init?(_ condition: Condition, _ entity: Entity, _ core: RealmCore) {
    switch condition {
    case .compare(let names, .equal, let constant):
      // Properties are looked at where they are: a copy of one has a dozen references.
      let properties = entity.model.properties
      guard names.count == 1, case .name(let name) = names[0], let ordinal = properties.firstIndex(where: { $0.name == name }),
        properties[ordinal].isIndexed, !properties[ordinal].isPrimaryKey, properties[ordinal].collection == .none,
        let value = IndexProbe.encode(ValueTest.converted(constant, properties[ordinal]), properties[ordinal], core)
      else { return nil }
      column = ordinal
      self.value = value
      // Values of any type that are not equal may share an entry.
      isWhole = properties[ordinal].type != .any
    case .and(let a, let b):
      guard let probe = IndexProbe(a, entity, core) ?? IndexProbe(b, entity, core) else { return nil }
      column = probe.column
      value = probe.value
      isWhole = false
    default: return nil
    }
  }

  /// The same probe, for a condition of which it is only a part.
  func partial(_ isPart: Bool) -> IndexProbe { IndexProbe(column: column, value: value, isWhole: isWhole && !isPart) }

  private init(column: Int, value: [UInt8], isWhole: Bool) {
    self.column = column
    self.value = value
    self.isWhole = isWhole
  }

  // Nil for constants that the column cannot hold: those are left to the scan.
  private static func encode(_ constant: QueryConstant, _ property: PropertyModel, _ core: RealmCore) -> [UInt8]? {
    switch (constant, property.type) {
    case (_, .any): return constant.anyStored(core).map(IndexedValue.any)
    case (.null, _): return property.isOptional ? IndexedValue.null : nil
    case (.bool(let value), .bool): return IndexedValue.bool(value)
    case (.int(let value), .int), (.int(let value), .int8), (.int(let value), .int16), (.int(let value), .int32), (.int(let value), .int64):
      return IndexedValue.integer(value)
    case (.date(let seconds, let nanoseconds), .date): return IndexedValue.date(seconds, nanoseconds)
    case (.bytes(let bytes), .uuid) where bytes.count == 16: return IndexedValue.id(bytes)
    case (.bytes(let bytes), .objectId) where bytes.count == 12: return IndexedValue.id(bytes)
    // Longer text is told apart by a hash, which must be checked.
    case (.string(let text), .string) where text.utf8.count <= IndexedValue.textLimit:
      var text = text
      return text.withUTF8 { IndexedValue.text(UnsafeRawBufferPointer($0)) }
    default: return nil
    }
  }
}
