import AshlarSchema

/// Returns the names of the stored properties of the root that a key path of a projection reads, joined by dots; an empty string if it
/// reads none. Complexity: O(1), a few microseconds.
public nonisolated func _name<P: ProjectionObservable>(for keyPath: PartialKeyPath<P>) -> String {
  let recorder = _Recorder()
  let projection = P(projecting: recorder.make(P.Root.self))
  _ = projection[keyPath: keyPath]
  return recorder.names.joined(separator: ".")
}

extension ProjectionObservable {
  /// Converts a path of the projection to a path from the root. A path that does not begin with a projected property is returned unchanged.
  /// Stops the program for a property that cannot be used for filtering and sorting.
  static func _rootPath(of path: String) -> String {
    let (first, rest) = path.firstIndex(of: ".").map { (path[..<$0], path[$0...]) } ?? (path[...], "")
    guard let entry = ProjectionTable.entries(of: Self.self).first(where: { $0.label == first }),
      let origin = entry.origin as? PartialKeyPath<Root>
    else { return path }
    if _derived.contains(where: { $0.label == entry.label }) { refuse(entry.label, _name(for: origin)) }
    return KeyPathParts.path(of: origin, for: .projecting) + rest
  }

  /// Converts a key path of the projection to a path from the root. Stops the program for a property that cannot be used for
  /// filtering and sorting.
  static func _rootPath(of keyPath: PartialKeyPath<Self>, for use: KeyPathUse = .projecting) -> String {
    if let derived = _derived.first(where: { $0.keyPath == keyPath }) { refuse(derived.label, _name(for: keyPath)) }
    return use.path(of: keyPath) { Self(projecting: $0.make(Root.self))[keyPath: keyPath] }
  }

  /// Returns the path, from the root, of the stored property at the end of a key path of the projection; nil for a computed property.
  static func _storedRootPath(of keyPath: PartialKeyPath<Self>) -> String? {
    KeyPathUse.projecting.storedPath(of: keyPath) { Self(projecting: $0.make(Root.self))[keyPath: keyPath] }
  }

  private static func refuse(_ label: String, _ path: String) -> Never {
    misuse(
      .query(
        "'\(Self.self).\(label)' is computed from '\(Root._entity.model.name).\(path)' and is not stored: filter, sort and aggregate by "
          + "stored properties."))
  }
}
