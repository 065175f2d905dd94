/// A value that is determined when it is first needed, and that may turn out not to exist.
enum KnownValue<Value> {
  case unknown
  /// It is known that there is no value.
  case absent
  case found(Value)

  init(_ value: Value?) {
    if let value { self = .found(value) } else { self = .absent }
  }

  /// The value; nil if it is unknown or does not exist.
  var value: Value? { if case .found(let value) = self { value } else { nil } }

  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
