import Foundation

/// A value of unknown static type, classified by its dynamic type. The usual types are recognized by comparing metadata: a dynamic cast
/// takes ten to a hundred times as long, and casts to arrays and dictionaries also attempt bridging.
enum Untyped {
  /// Nil or NSNull, in any number of optionals.
  case null
  case bool(Bool)
  /// An integer of any type other than `UInt64` that is in the range of Int.
  case int(Int)
  /// A `UInt64`, or a boxed integer beyond the range of Int.
  case unsigned(UInt64)
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
  /// A boxed floating-point or decimal number. It converts to integer types that can represent it exactly, and to floating-point and
  /// decimal types, rounded if necessary.
  case number(NSNumber)
  /// A value of any other type.
  case other(Any)

  init(_ value: Any) {
    func recognized<T>(_ value: T) -> Untyped { Untyped.recognized(value) }
    self = _openExistential(value, do: recognized)
  }

  init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    self.init(value)
  }

  /// The persisted form of the value: an enum's raw value, a custom type's persisted value, or the payload of an `AnyRealmValue` that is
  /// not a collection. Other values are returned unchanged.
  var plain: Untyped {
    if case .any(let value) = self, !value.isCollection { return Untyped(value.payload) }
    guard case .other(let value) = self else { return self }
    if let custom = value as? any _CustomPersistable { return Untyped(custom.persistableValue).plain }
    return (value as? any RawRepresentable).map { Untyped($0.rawValue).plain } ?? self
  }

  /// Whether the case implies that `plain` is the value itself. This check is cheaper than `plain`, which copies the value.
  var isPlain: Bool {
    switch self {
    case .any, .other: false
    default: true
    }
  }

  private static func recognized<T>(_ value: T) -> Untyped {
    // Called only if `T` is `Known` or a subclass of it.
    func known<Known>(_ type: Known.Type) -> Known {
      withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
    }
    if T.self == String.self { return .string(known(String.self)) }
    if T.self == Int.self { return .int(known(Int.self)) }
    if T.self == Double.self { return .double(known(Double.self)) }
    if T.self == Bool.self { return .bool(known(Bool.self)) }
    // JSON consists of these types and of strings.
    if T.self == NSNumber.self { return BoxedNumber.untyped(known(NSNumber.self)) }
    if T.self == [String: Any].self { return .dictionary(known([String: Any].self)) }
    if T.self == [Any].self { return .array(known([Any].self)) }
    if T.self == NSNull.self { return .null }
    if ObjectIdentifier(T.self) == BoxedNumber.boolIdentifier { return BoxedNumber.untyped(known(NSNumber.self)) }
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
    // Common types of array and dictionary literals.
    if T.self == [[String: Any]].self { return .array(known([[String: Any]].self)) }
    if T.self == [String].self { return .array(known([String].self)) }
    if T.self == [Int].self { return .array(known([Int].self)) }
    if T.self == [Double].self { return .array(known([Double].self)) }
    if T.self == [Any?].self { return .array(known([Any?].self).map { $0 as Any }) }
    if T.self == [String: Any?].self { return .dictionary(known([String: Any?].self).mapValues { $0 as Any }) }
    if T.self == [String: String].self { return .dictionary(known([String: String].self)) }
    if T.self == [String: Int].self { return .dictionary(known([String: Int].self)) }
    // The value in an optional of unknown type is boxed twice.
    if T.self == Any.self { return Untyped(known(Any.self)) }
    if T.self == Substring.self { return .string(String(known(Substring.self))) }
    if T.self == AnyHashable.self { return Untyped(known(AnyHashable.self).base) }
    if T.self == UInt64.self { return .unsigned(known(UInt64.self)) }
    // Only instances of classes are tested against Foundation's classes, because a cast would bridge other values, such as an Int to
    // NSNumber.
    return T.self is AnyClass ? reference(value) : cast(value)
  }

  private static func reference(_ value: Any) -> Untyped {
    switch value {
    case let value as ObjectBase: .object(value)
    case let value as _CollectionBase: .collection(value)
    case let value as NSNumber: BoxedNumber.untyped(value)
    case let value as any _CustomPersistable: .other(value)
    // NSString, NSDate, NSData, NSUUID, NSDictionary and NSArray are bridged.
    case let value as String: .string(value)
    case let value as Date: .date(value)
    case let value as Data: .data(value)
    case let value as UUID: .uuid(value)
    case let value as [String: Any]: .dictionary(value)
    case let value as [Any]: .array(value)
    default: .other(value)
    }
  }

  // Classifies the less frequent value types.
  private static func cast(_ value: Any) -> Untyped {
    switch value {
    case let value as any FlattenableOptional: value.flattened.map { Untyped($0) } ?? .null
    case let value as any _CustomPersistable: .other(value)
    case let value as any BinaryInteger: Int(exactly: value).map { .int($0) } ?? .other(value)
    // CGFloat, and floating-point types that properties cannot have.
    case let value as any BinaryFloatingPoint: .double(Double(value))
    case let value as [String: Any]: .dictionary(value)
    case let value as any TextKeyed: value.entriesByText.map { .dictionary($0) } ?? .other(value)
    case let value as [Any]: .array(value)
    default: .other(value)
    }
  }
}

/// A dictionary with keys and values of any types.
private protocol TextKeyed {
  /// The entries if the keys are distinct strings; otherwise nil.
  var entriesByText: [String: Any]? { get }
}

extension Dictionary: TextKeyed {
  fileprivate var entriesByText: [String: Any]? {
    var entries: [String: Any] = [:]
    entries.reserveCapacity(count)
    for (key, value) in self {
      guard case .string(let text) = Untyped(key as Any), entries.updateValue(value, forKey: text) == nil else { return nil }
    }
    return entries
  }
}
