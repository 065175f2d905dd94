extension DefaultValue {
  /// The value by which raw values of an enum are compared: 0.0 in place of -0.0, because Swift's `init(rawValue:)` does not distinguish
  /// them.
  package var comparedAsRaw: DefaultValue {
    if case .double(let number) = self, number == 0 { return .double(0) }
    return self
  }
}
