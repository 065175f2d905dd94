import AshlarStore

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
  init?(converting value: Any) { self.init(Untyped(value)) }
}
