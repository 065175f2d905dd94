/// The type of a stored value. Raw values are part of the descriptor format.
public enum ValueType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case bool = 1
  case int = 2
  case int8 = 3
  case int16 = 4
  case int32 = 5
  /// Stored like `int`; only the Swift type differs.
  case int64 = 6
  case float = 7
  case double = 8
  case string = 9
  case data = 10
  case date = 11
  case decimal128 = 12
  case objectId = 13
  case uuid = 14
  /// A link to an object, or an embedded object, of the type `PropertyModel.target`.
  case object = 15
  /// An `AnyRealmValue`.
  case any = 16
}
