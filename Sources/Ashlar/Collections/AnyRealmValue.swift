import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of any type that can be stored, chosen at run time. Never optional: no value is `.none`.
///
/// `==` compares as Swift does: `.int(1)` and `.double(1)` differ. Conditions, sorting and sets compare numbers of all types by
/// their value. Lists and dictionaries are equal as collections are: unmanaged ones by content, managed ones when they are the
/// same collection.
public nonisolated enum AnyRealmValue: Hashable {
  /// No value.
  case none
  /// An Int.
  case int(Int)
  /// A Bool.
  case bool(Bool)
  /// A Float.
  case float(Float)
  /// A Double.
  case double(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment.
  case date(Date)
  /// An object; never an embedded one. When it is deleted, the value becomes `.none`, or goes where it is an element of a list.
  case object(Object)
  /// An ObjectId.
  case objectId(ObjectId)
  /// A decimal number.
  case decimal128(Decimal128)
  /// A UUID.
  case uuid(UUID)
  /// Values by keys. Storing it copies them: what is read then is a dictionary of the stored value.
  case dictionary(Map<String, AnyRealmValue>)
  /// Values in order. Storing it copies them: what is read then is a list of the stored value.
  case list(List<AnyRealmValue>)

  /// `.none`.
  public init() { self = .none }

  /// The Int; nil for any other case, also other numbers.
  public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  /// The Bool; nil for any other case.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The Float; nil for any other case, also other numbers.
  public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
  /// The Double; nil for any other case, also other numbers.
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  /// The text; nil for any other case.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The bytes; nil for any other case.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
  /// The moment; nil for any other case.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
  /// The ObjectId; nil for any other case.
  public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
  /// The decimal number; nil for any other case, also other numbers.
  public var decimal128Value: Decimal128? { if case .decimal128(let value) = self { value } else { nil } }
  /// The UUID; nil for any other case.
  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
  /// The object; nil for any other case, and for objects of other classes.
  public func object<T: Object>(_ objectType: T.Type) -> T? { if case .object(let value) = self { value as? T } else { nil } }
  /// The dictionary; nil for any other case.
  public var dictionaryValue: Map<String, AnyRealmValue>? { if case .dictionary(let value) = self { value } else { nil } }
  /// The list; nil for any other case.
  public var listValue: List<AnyRealmValue>? { if case .list(let value) = self { value } else { nil } }

  /// A dictionary of these values.
  public static func fromDictionary(_ dictionary: [String: AnyRealmValue]) -> AnyRealmValue {
    let map = Map<String, AnyRealmValue>()
    for (key, value) in dictionary { map[key] = value }
    return .dictionary(map)
  }

  /// A list of these values.
  public static func fromArray(_ array: [AnyRealmValue]) -> AnyRealmValue {
    let list = List<AnyRealmValue>()
    list.append(objectsIn: array)
    return .list(list)
  }

  /// Whether both are the same case with equal values.
  public static func == (a: AnyRealmValue, b: AnyRealmValue) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.objectId(let a), .objectId(let b)): a == b
    case (.decimal128(let a), .decimal128(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Hashes the case and, but for collections, the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .int(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .objectId(let value): hasher.combine(value)
    case .decimal128(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .dictionary: hasher.combine(12)
    case .list: hasher.combine(13)
    }
  }
}

extension AnyRealmValue: CustomStringConvertible {
  /// The value as text; `(null)` for none.
  public var description: String { payload.map { String(describing: $0) } ?? "(null)" }

  /// The value without the case; nil for none.
  var payload: Any? {
    switch self {
    case .none: nil
    case .int(let value): value
    case .bool(let value): value
    case .float(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .object(let value): value
    case .objectId(let value): value
    case .decimal128(let value): value
    case .uuid(let value): value
    case .dictionary(let value): value
    case .list(let value): value
    }
  }

  /// The objects in it, at any depth.
  func objects(depth: Int = 0) -> [ObjectBase] {
    switch self {
    case .object(let object): return [object]
    case .list(let list):
      AnyRealmValue.checkDepth(depth)
      return list.flatMap { $0.objects(depth: depth + 1) }
    case .dictionary(let map):
      AnyRealmValue.checkDepth(depth)
      return map.flatMap { $0.value.objects(depth: depth + 1) }
    default: return []
    }
  }

  /// Stops the program where a collection lies in too many others, as one does that contains itself.
  static func checkDepth(_ depth: Int) {
    if depth >= AnyStored.depthLimit { misuse(.tooDeep(limit: AnyStored.depthLimit)) }
  }
}

extension AnyRealmValue {
  /// True for `.list` and `.dictionary`.
  var isCollection: Bool {
    switch self {
    case .list, .dictionary: true
    default: false
    }
  }
}
