#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of unknown type, recognised. The usual types are told by comparing metadata; a dynamic cast takes ten to a hundred
/// times as long, and casts to arrays and dictionaries also try to bridge.
enum Untyped {
  /// Nil or NSNull, whatever it is wrapped in.
  case null
  case bool(Bool)
  /// Any integer that fits.
  case int(Int)
  case double(Double)
  case float(Float)
  case string(String)
  case data(Data)
  case date(Date)
  case uuid(UUID)
  case objectId(ObjectId)
  case decimal(Decimal128)
  case any(AnyRealmValue)
  case array([Any])
  case dictionary([String: Any])
  case object(ObjectBase)
  case collection(_CollectionBase)
  /// A boxed number (NSNumber), which converts to what is asked for.
  case number(Any)
  /// Anything else.
  case other(Any)

  init(_ value: Any) {
    func recognised<T>(_ value: T) -> Untyped { Untyped.recognised(value) }
    self = _openExistential(value, do: recognised)
  }

  init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    self.init(value)
  }

  /// The value as its stored type sees it: an enum as its raw value, a value of a custom type as what it is stored as.
  var plain: Untyped {
    guard case .other(let value) = self else { return self }
    if let custom = value as? any _CustomPersistable { return Untyped(custom.persistableValue) }
    return (value as? any RawRepresentable).map { Untyped($0.rawValue) } ?? self
  }

  private static func recognised<T>(_ value: T) -> Untyped {
    // The types are the same when this is called.
    func known<Known>(_ type: Known.Type) -> Known {
      withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
    }
    if T.self == String.self { return .string(known(String.self)) }
    if T.self == Int.self { return .int(known(Int.self)) }
    if T.self == Double.self { return .double(known(Double.self)) }
    if T.self == Bool.self { return .bool(known(Bool.self)) }
    if T.self == [String: Any].self { return .dictionary(known([String: Any].self)) }
    if T.self == [Any].self { return .array(known([Any].self)) }
    if T.self == Date.self { return .date(known(Date.self)) }
    if T.self == UUID.self { return .uuid(known(UUID.self)) }
    if T.self == ObjectId.self { return .objectId(known(ObjectId.self)) }
    if T.self == Data.self { return .data(known(Data.self)) }
    if T.self == Decimal128.self { return .decimal(known(Decimal128.self)) }
    if T.self == Float.self { return .float(known(Float.self)) }
    if T.self == AnyRealmValue.self { return .any(known(AnyRealmValue.self)) }
    if T.self == Int64.self { return .int(Int(known(Int64.self))) }
    if T.self == Int32.self { return .int(Int(known(Int32.self))) }
    if T.self == Int16.self { return .int(Int(known(Int16.self))) }
    if T.self == Int8.self { return .int(Int(known(Int8.self))) }
    // Arrays and dictionaries that literals make.
    if T.self == [[String: Any]].self { return .array(known([[String: Any]].self)) }
    if T.self == [String].self { return .array(known([String].self)) }
    if T.self == [Int].self { return .array(known([Int].self)) }
    if T.self == [Double].self { return .array(known([Double].self)) }
    if T.self == [Any?].self { return .array(known([Any?].self).map { $0 as Any }) }
    if T.self == [String: Any?].self { return .dictionary(known([String: Any?].self).mapValues { $0 as Any }) }
    if T.self == [String: String].self { return .dictionary(known([String: String].self)) }
    if T.self == [String: Int].self { return .dictionary(known([String: Int].self)) }
    // What an optional of unknown type holds is boxed twice.
    if T.self == Any.self { return Untyped(known(Any.self)) }
    switch FoundationClass.of(T.self) {
    case .null: return .null
    case .truth: return (value as? Bool).map { .bool($0) } ?? .other(value)
    case .number:
      // In an array or dictionary a boxed Bool may have its base class as its type.
      if FoundationClass.of(type(of: value)) == .truth { return (value as? Bool).map { .bool($0) } ?? .other(value) }
      return .number(value)
    case .decimal: return .number(value)
    case nil: return cast(value)
    }
  }

  // What is rarer.
  private static func cast(_ value: Any) -> Untyped {
    switch value {
    case let value as ObjectBase: return .object(value)
    case let value as _CollectionBase: return .collection(value)
    case let value as any FlattenableOptional: return value.flattened.map { Untyped($0) } ?? .null
    case let value as any _CustomPersistable: return .other(value)
    case let value as any BinaryInteger: return Int(exactly: value).map { .int($0) } ?? .other(value)
    // CGFloat, which is not a Double outside Apple's systems, and integer widths that properties do not have.
    case let value as any BinaryFloatingPoint: return .double(Double(value))
    case let value as [String: Any]: return .dictionary(value)
    case let value as [Any]: return .array(value)
    default: return bridged(value) ?? .other(value)
    }
  }

  // Foundation's classes of text, dates and bytes.
  private static func bridged(_ value: Any) -> Untyped? {
    guard type(of: value) is AnyClass else { return nil }
    if let value = value as? String { return .string(value) }
    if let value = value as? Date { return .date(value) }
    if let value = value as? Data { return .data(value) }
    return (value as? UUID).map { .uuid($0) }
  }
}

/// Nil and NSNull as nil, whatever they are wrapped in.
func flattened(_ value: Any) -> Any? {
  if let optional = value as? any FlattenableOptional { return optional.flattened.flatMap(flattened) }
  return FoundationClass.of(type(of: value)) == .null ? nil : value
}

/// Lets untyped code look into an optional.
protocol FlattenableOptional {
  var flattened: Any? { get }
}
extension Optional: FlattenableOptional {
  var flattened: Any? { map { $0 as Any } }
}
