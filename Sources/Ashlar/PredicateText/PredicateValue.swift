import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that a predicate in text compares with: written in it, or an argument.
struct PredicateValue {
  let constant: QueryConstant
  /// As messages name it.
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

  /// An object by its row's key; nil stands for one that is not there.
  init(object key: Int64?, _ entity: _Entity, _ core: _RealmCore) {
    let name = entity.model.name
    self.init(.object(key: key ?? -1, type: name, ordinal: entity.ordinal, context: key == nil ? nil : core.context), name, "an object")
  }

  /// Nil when the argument is of no type that can be stored.
  init?(argument: Any) {
    guard let value = flattened(argument) else {
      self.init(.null)
      return
    }
    if let object = value as? UnmanagedObject {
      self.init(.object(key: -1, type: object.type, ordinal: object.ordinal, context: nil), object.type, "an object")
      return
    }
    if let custom = value as? any _CustomPersistable {
      // Compared property by property, which a constant cannot say.
      if custom.persistableValue is EmbeddedObject { return nil }
      self.init(argument: custom.persistableValue)
      return
    }
    if let any = value as? AnyRealmValue {
      switch any {
      case .list, .dictionary: return nil
      default:
        self.init(argument: any.payload as Any)
        return
      }
    }
    if let integer = value as? any BinaryInteger, Int64(exactly: integer) == nil {
      // Compared by value, whatever the property's type.
      guard let exact = try? Decimal128(string: "\(integer)") else { return nil }
      self.init(.decimal(exact), "\(Swift.type(of: value))", "\(integer)")
      return
    }
    guard let constant = QueryConstant(converting: value) else { return nil }
    self.init(
      constant, (value as? any RawRepresentable).map { "\(Swift.type(of: $0.rawValue))" } ?? PredicateValue.name(value),
      value is ObjectBase ? "an object" : "\(value)")
  }

  // Properties of UUIDs take an NSUUID as well: both are constants of bytes, which the name tells from an ObjectId.
  private static func name(_ value: Any) -> String {
    if case .uuid = Untyped(value) { return "UUID" }
    return (value as? ObjectBase)?._className ?? "\(Swift.type(of: value))"
  }

  /// The bytes of a UUID in text; nil when it is none.
  static func uuid(_ text: String) -> [UInt8]? { UUID(uuidString: text).map { uuid in withUnsafeBytes(of: uuid.uuid) { Array($0) } } }

  /// The elements of an argument that is a collection; nil when it is one value.
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
