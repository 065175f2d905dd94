/// A type that `@ObservedResults` can show in views: objects, and projections of objects.
public nonisolated protocol _ObservedResultsValue: RealmCollectionValue {}

extension Object: _ObservedResultsValue {}
