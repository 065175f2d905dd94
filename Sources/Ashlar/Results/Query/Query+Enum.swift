extension Query where T: PersistableEnum {
  /// The raw value, for a comparison with a raw value that may belong to no case: `$0.shade.rawValue == "pale"`.
  public var rawValue: Query<T.RawValue> { Query<T.RawValue>(path: path) }
}

extension Query where T: OptionalProtocol, T.Wrapped: PersistableEnum {
  /// The raw value; nil if the property is nil: `$0.shade.rawValue == nil`.
  public var rawValue: Query<T.Wrapped.RawValue?> { Query<T.Wrapped.RawValue?>(path: path) }
}

extension Query where T: RealmCollection, T.Element: PersistableEnum {
  /// The raw values of the elements: `$0.moods.rawValue.contains(3)`.
  public var rawValue: Query<AnyRealmCollection<T.Element.RawValue>> { Query<AnyRealmCollection<T.Element.RawValue>>(path: path) }
}

extension Query
where
  T: RealmCollection, T.Element: OptionalProtocol, T.Element.Wrapped: PersistableEnum,
  T.Element.Wrapped.RawValue: _RealmCollectionValueInsideOptional
{
  /// The raw values of the elements; nil for elements that are nil: `$0.moods.rawValue.contains(nil)`.
  public var rawValue: Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>> {
    Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>>(path: path)
  }
}

extension Query where T: RealmKeyedCollection, T.Value: PersistableEnum {
  /// The raw values of the entries: `$0.moods.rawValue["monday"] == 3`.
  public var rawValue: Query<Map<T.Key, T.Value.RawValue>> { Query<Map<T.Key, T.Value.RawValue>>(path: path) }
}

extension Query
where
  T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: PersistableEnum,
  T.Value.Wrapped.RawValue: _RealmCollectionValueInsideOptional
{
  /// The raw values of the entries; nil for values that are nil.
  public var rawValue: Query<Map<T.Key, T.Value.Wrapped.RawValue?>> { Query<Map<T.Key, T.Value.Wrapped.RawValue?>>(path: path) }
}
