extension Query where T: PersistableEnum {
  /// The raw value, to compare with one that may have no case: `$0.shade.rawValue == "pale"`.
  public var rawValue: Query<T.RawValue> { Query<T.RawValue>(path: path) }
}

extension Query where T: OptionalProtocol, T.Wrapped: PersistableEnum {
  /// The raw value; nil when the property is nil.
  public var rawValue: Query<T.Wrapped.RawValue?> { Query<T.Wrapped.RawValue?>(path: path) }
}
