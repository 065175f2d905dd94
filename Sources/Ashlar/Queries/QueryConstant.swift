import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that a condition compares with.
enum QueryConstant {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case data([UInt8])
  case date(seconds: Int64, nanoseconds: Int32)
  case decimal(Decimal128)
  /// ObjectId or UUID.
  case bytes([UInt8])
  /// A row by its key, -1 for objects that are in no Realm, its entity's ordinal, and the context of its Realm.
  case object(key: Int64, type: String, ordinal: Int, context: UnsafeMutablePointer<_Context>?)
  /// A list or dictionary in an `AnyRealmValue`, which nothing is compared with.
  case collection

  /// The types that most conditions are about, without a cast, which takes longer than to look the value up in an index.
  init?<Value>(usual value: Value) {
    func known<Known>(_ type: Known.Type) -> Known? {
      guard Value.self == type else { return nil }
      return withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
    }
    if let value = known(String.self) {
      self = .string(value)
    } else if let value = known(Int.self) {
      self = .int(Int64(value))
    } else if let value = known(Double.self) {
      self = .double(value)
    } else if let value = known(Bool.self) {
      self = .bool(value)
    } else if let value = known(String?.self) {
      self = value.map { .string($0) } ?? .null
    } else if let value = known(Int?.self) {
      self = value.map { .int(Int64($0)) } ?? .null
    } else {
      return nil
    }
  }

  /// Nil when the value is of no type that can be stored.
  init?(converting value: Any) {
    if let optional = value as? any FlattenableOptional {
      guard let inner = optional.flattened else {
        self = .null
        return
      }
      self.init(converting: inner)
      return
    }
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .int(Int64(value))
    case let value as Double: self = .double(value)
    case let value as String: self = .string(value)
    case let value as Float: self = .double(Double(value))
    case let value as Date:
      let (seconds, nanoseconds) = _DateCell.parts(value)
      self = .date(seconds: seconds, nanoseconds: nanoseconds)
    case let value as ObjectId: self = .bytes(value.bytes)
    case let value as UUID: self = .bytes(withUnsafeBytes(of: value.uuid) { Array($0) })
    case let value as Decimal128: self = .decimal(value)
    case let value as Data: self = .data(Array(value))
    case let value as ObjectBase:
      let isRow = value._kind == .live && value._isValid()
      self = .object(
        key: isRow ? value._row.key : -1, type: value._className, ordinal: value._entity.ordinal,
        context: isRow ? value._row.context : nil)
    case let value as AnyRealmValue:
      if case .list = value {
        self = .collection
      } else if case .dictionary = value {
        self = .collection
      } else {
        self.init(converting: value.payload as Any)
      }
    case let value as any _CustomPersistable: self.init(converting: value.persistableValue)
    case let value as any BinaryInteger:
      guard let integer = Int64(exactly: value) else { return nil }
      self = .int(integer)
    case let value as any RawRepresentable: self.init(converting: value.rawValue)
    default: return nil
    }
  }
}
