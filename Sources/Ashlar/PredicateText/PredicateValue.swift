import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value in a comparison of a predicate: a literal or an argument.
struct PredicateValue {
  let constant: QueryConstant
  /// The name of the type in messages.
  let type: String
  let text: String

  private init(_ constant: QueryConstant, _ type: String, _ text: String) { (self.constant, self.type, self.text) = (constant, type, text) }

  init(_ literal: PredicateLiteral) {
    switch literal {
    case .null: self.init(.null, "nil", "nil")
    case .bool(let value): self.init(.bool(value), "Bool", "\(value)")
    case .integer(let value): self.init(.int(value), "Int", "\(value)")
    case .double(let value): self.init(.double(value), "Double", "\(value)")
    case .string(let value): self.init(.string(value), "String", value)
    case .data(let bytes): self.init(.data(bytes), "Data", "\(bytes.count) bytes")
    case .date(let seconds, let nanoseconds):
      self.init(.date(seconds: seconds, nanoseconds: nanoseconds), "Date", "T\(seconds):\(nanoseconds)")
    case .objectId(let bytes): self.init(.bytes(bytes), "ObjectId", "oid(…)")
    case .uuid(let bytes): self.init(.bytes(bytes), "UUID", "uuid(…)")
    }
  }

  /// Creates a value for the object with a row key; if `key` is nil, the value represents an object that does not exist.
  init(object key: Int64?, _ entity: _Entity, _ core: _RealmCore) {
    let name = entity.model.name
    self.init(.object(key: key ?? -1, type: name, ordinal: entity.ordinal, context: key == nil ? nil : core.context), name, "an object")
  }

  /// Returns nil if no property can be compared with the argument.
  init?(argument: Any) {
    guard let value = flattened(argument) else {
      self.init(.null)
      return
    }
    if let object = value as? UnmanagedObject {
      self.init(.object(key: -1, type: object.type, ordinal: object.ordinal, context: nil), object.type, "an object")
      return
    }
    let untyped = Untyped(value)
    if case .any(let any) = untyped {
      if any.isCollection { return nil }
      self.init(argument: any.payload as Any)
      return
    }
    if case .other(let custom as any _CustomPersistable) = untyped {
      // An embedded object would have to be compared property by property, so it cannot be a constant.
      if custom.persistableValue is EmbeddedObject { return nil }
      self.init(argument: custom.persistableValue)
      return
    }
    if case .other(let integer as any BinaryInteger) = untyped {
      // An integer outside the range of Int is compared by value, regardless of the property's type.
      guard let exact = try? Decimal128(string: "\(integer)") else { return nil }
      self.init(.decimal(exact), "\(Swift.type(of: value))", "\(integer)")
      return
    }
    guard let constant = PredicateValue.constant(untyped) else { return nil }
    self.init(
      constant, (value as? any RawRepresentable).map { "\(Swift.type(of: $0.rawValue))" } ?? PredicateValue.name(value, untyped),
      value is ObjectBase ? "an object" : "\(value)")
  }

  // An unsigned integer in the range of Int64 is compared like other integers, for which there are scans and indexes.
  private static func constant(_ value: Untyped) -> QueryConstant? {
    if case .unsigned(let integer) = value.plain, let small = Int64(exactly: integer) { return .int(small) }
    return QueryConstant(value)
  }

  // Properties of type UUID also accept an NSUUID. Constants of UUIDs and ObjectIds are both bytes, so the name distinguishes them.
  private static func name(_ value: Any, _ untyped: Untyped) -> String {
    if case .uuid = untyped { return "UUID" }
    return (value as? ObjectBase)?._className ?? "\(Swift.type(of: value))"
  }

  /// Returns the bytes of a UUID in text; nil if the text is not a UUID.
  static func uuid(_ text: String) -> [UInt8]? { UUID(uuidString: text).map { uuid in withUnsafeBytes(of: uuid.uuid) { Array($0) } } }

  /// Returns the elements of an argument that is a collection; nil if it is a single value or a dictionary.
  static func elements(_ argument: Any) -> [Any]? {
    guard let value = flattened(argument), !(value is String), !(value is Data) else { return nil }
    if let any = value as? AnyRealmValue {
      guard case .list(let list) = any else { return nil }
      return list.map { $0 as Any }
    }
    if Swift.type(of: value) is any DictionaryLike.Type || value is any RealmKeyedCollection { return nil }
    guard let sequence = value as? any Sequence else { return nil }
    func all<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 as Any } }
    return all(sequence)
  }
}

private protocol DictionaryLike {}
extension Dictionary: DictionaryLike {}
