extension ProjectionObservable {
  /// The paths of the root that stand for paths of the projection; without any those of all its properties. Names of projected properties
  /// come first, then those of the root.
  static func _observedPaths(_ keyPaths: [String]?) -> [String] {
    if let keyPaths, !keyPaths.isEmpty { return keyPaths.map { _origin(of: $0) } }
    return ProjectionTable.entries(of: Self.self).compactMap { ($0.origin as? PartialKeyPath<Root>).map { _name(for: $0) } }
  }

  private static func _origin(of path: String) -> String {
    let (first, rest) = path.firstIndex(of: ".").map { (path[..<$0], path[$0...]) } ?? (path[...], "")
    guard let entry = ProjectionTable.entries(of: Self.self).first(where: { $0.label == first }),
      let origin = entry.origin as? PartialKeyPath<Root>
    else { return path }
    return _name(for: origin) + rest
  }
}
