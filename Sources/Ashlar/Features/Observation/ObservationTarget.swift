/// An observable value of the runtime.
protocol ObservationTarget<_Change>: _Observable {
  /// Returns the source of the value's changes. Stops the program unless the value can be observed now.
  /// - Parameter keyPaths: names of properties, joined by dots; nil or an empty array stands for all.
  func observationSource(_ keyPaths: [String]?) -> ObservationSource<_Change>
}

extension _Observable {
  // A collection of a generic function is known to be a `RealmCollection` only, so its type is looked up once for each observer. Floors
  // below this folder, which declare the collections, cannot name observers.
  func observation(_ keyPaths: [String]?) -> ObservationSource<_Change> {
    guard let value = self as? any ObservationTarget<_Change> else {
      preconditionFailure("'\(Self.self)' is not a collection of Ashlar and cannot be observed: observe the collection that it wraps.")
    }
    return value.observationSource(keyPaths)
  }
}
