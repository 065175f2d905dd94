import AshlarStore

/// A constant in a condition.
enum QueryConstant {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case data([UInt8])
  case date(seconds: Int64, nanoseconds: Int32)
  case decimal(Decimal128)
  /// An ObjectId or a UUID.
  case bytes([UInt8])
  /// An object: the key of its row (-1 for an unmanaged object), the name and the ordinal of its entity, and the context of its Realm.
  case object(key: Int64, type: String, ordinal: Int, context: UnsafeMutablePointer<_Context>?)
  /// A list or dictionary in an `AnyRealmValue`. Conditions cannot compare it.
  case collection

  /// Converts a value of the types that most conditions use; nil for any other type. This avoids casts, which would take longer than a
  /// look-up in an index.
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

  /// Converts an untyped value; nil if its type cannot be stored.
  init?(converting value: Any) { self.init(Untyped(value)) }
}
