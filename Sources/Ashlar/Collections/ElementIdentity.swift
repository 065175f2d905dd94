import AshlarStore

/// The identity of an element of an unmanaged set: its stored form, compared as stored sets compare it. Strings and data are compared by
/// their bytes, NaN equals itself, and negative zero equals zero. In `AnyRealmValue`s, equal numbers of different types are one element.
enum ElementIdentity: Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  /// The bit pattern; neither NaN nor negative zero.
  case double(UInt64)
  case decimal(Decimal128)
  case notANumber
  case text([UInt8])
  case bytes(AnyTag, [UInt8])
  case date(Int64, Int32)
  /// A row of a Realm.
  case row(UnsafeMutablePointer<_Context>, ordinal: Int, key: Int64)
  case object(ObjectIdentifier)

  init<Element: RealmCollectionValue>(_ element: Element) {
    if let usual = QueryConstant(usual: element) { self.init(usual) } else { self.init(untyped: element) }
  }

  /// Creates the identity of a value that is not a collection.
  init(untyped value: Any) {
    let value = Untyped(value)
    if case .any(let any) = value {
      self.init(any: any)
    } else if case .object(let object) = value {
      self.init(object)
    } else {
      self.init(QueryConstant(value) ?? .null)
    }
  }

  init(_ object: ObjectBase) {
    if object._kind == .live, object._isValid() {
      self = .row(object._rowAccess.context, ordinal: object._entity.ordinal, key: object._rowAccess.key)
    } else {
      self = .object(ObjectIdentifier(object))
    }
  }

  private init(_ constant: QueryConstant) {
    switch constant {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = value.isNaN ? .notANumber : .double((value == 0 ? 0 : value).bitPattern)
    case .string(let value): self = .text(Array(value.utf8))
    case .data(let value): self = .bytes(.data, value)
    case .bytes(let value): self = .bytes(.uuid, value)
    case .date(let seconds, let nanoseconds): self = .date(seconds, nanoseconds)
    case .decimal(let value): self = value.isNaN ? .notANumber : .decimal(value)
    case .null, .object, .collection: self = .null
    }
  }

  private init(any value: AnyRealmValue) {
    switch value {
    case .none: self = .null
    case .bool(let value): self = .bool(value)
    case .string(let value): self = .text(Array(value.utf8))
    case .data(let value): self = .bytes(.data, Array(value))
    case .objectId(let value): self = .bytes(.objectId, value.bytes)
    case .int(let value): self = .decimal(Decimal128(integerLiteral: Int64(value)))
    case .float(let value): self.init(number: Double(value))
    case .double(let value): self.init(number: value)
    case .decimal128(let value): self.init(number: value)
    case .object(let object): self.init(object)
    case .uuid(let value): self.init(QueryConstant(.uuid(value)) ?? .null)
    case .date(let value): self.init(QueryConstant(.date(value)) ?? .null)
    case .list, .dictionary: misuse(.collectionInSet)
    }
  }

  // A value with more digits than a decimal number can represent can only equal a Float or a Double.
  private init(number value: Double) {
    if let exact = Decimal128(exact: value) { self.init(number: exact) } else { self = .double(value.bitPattern) }
  }

  private init(number value: Decimal128) { self = value.isNaN ? .notANumber : .decimal(value) }
}
