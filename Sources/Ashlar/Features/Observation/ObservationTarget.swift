/// An observable value of a type that Ashlar declares.
protocol ObservationTarget<_Change>: _Observable {
  /// Returns the source of the value's changes. Stops the program unless the value can be observed now.
  /// - Parameter keyPaths: Names of properties, joined by dots; nil or an empty array if the caller selects no properties.
  func observationSource(_ keyPaths: [String]?) -> ObservationSource<_Change>
}

extension _Observable {
  /// Returns the source of the value's changes. Stops the program unless the value can be observed now.
  ///
  /// `RealmCollection` is declared in a folder whose code must not depend on observers, so a dynamic cast finds the implementation, once
  /// for each observer.
  func observation(_ keyPaths: [String]?) -> ObservationSource<_Change> {
    guard let value = self as? any ObservationTarget<_Change> else {
      preconditionFailure("'\(Self.self)' is not a collection of Ashlar and cannot be observed: observe the collection that it wraps.")
    }
    return value.observationSource(keyPaths)
  }
}
