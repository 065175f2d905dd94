/// A value that may not exist, and that is determined when it is first needed.
enum KnownValue<Value> {
  case unknown
  /// There is no value.
  case absent
  case found(Value)

  init(_ value: Value?) {
    if let value { self = .found(value) } else { self = .absent }
  }

  /// The value; nil if it is unknown or does not exist.
  var value: Value? { if case .found(let value) = self { value } else { nil } }

  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
