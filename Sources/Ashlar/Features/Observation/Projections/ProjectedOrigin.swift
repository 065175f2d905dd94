import AshlarSchema

/// A projected property, and the part of the object that it shows.
struct ProjectedOrigin<P: ProjectionObservable> {
  let label: String
  let origin: PartialKeyPath<P.Root>
  /// The paths of the root that the key path reads: `friends.firstName` for `friends.projectTo.firstName`.
  let paths: [String]
  /// The ordinals of the root's properties with which the paths begin.
  let ordinals: Set<Int>

  static func all() -> [ProjectedOrigin<P>] {
    ProjectionTable.entries(of: P.self).compactMap { label, origin in
      guard let origin = origin as? PartialKeyPath<P.Root> else { return nil }
      let recorder = _Recorder(followingElements: true)
      let paths = withExtendedLifetime(recorder) {
        _ = recorder.make(P.Root.self)[keyPath: origin]
        return recorder.paths
      }
      let ordinals = paths.compactMap { path in
        path.split(separator: ".").first.flatMap { P.Root._entity.property(named: String($0))?.ordinal }
      }
      return ProjectedOrigin(label: label, origin: origin, paths: paths, ordinals: Set(ordinals))
    }
  }

  /// Returns whether the property shows the value at the end of `path`, a value along the path, or a part of the value at its end.
  fileprivate func shows(_ path: String) -> Bool {
    paths.contains { $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
  }
}

/// The part of an object that an observer of projections depends on.
struct ObservedProjection<P: ProjectionObservable> {
  let properties: [ProjectedOrigin<P>]
  /// The observed paths of the root.
  let paths: [String]
  /// The first key path of which no projected property shows any part; nil if there is none.
  let hidden: String?

  /// - Parameter keyPaths: Names of projected properties, each of which may be followed by a path of the property's target, or paths of the
  ///   root; nil or an empty array means all properties.
  init(_ keyPaths: [String]?) {
    let all = ProjectedOrigin<P>.all()
    guard let keyPaths, !keyPaths.isEmpty else {
      self.init(all, all.flatMap(\.paths), hidden: nil)
      return
    }
    var labels: Set<String> = []
    var paths: [String] = []
    var hidden: String?
    for keyPath in keyPaths {
      let (first, rest) = keyPath.firstIndex(of: ".").map { (keyPath[..<$0], keyPath[$0...]) } ?? (keyPath[...], "")
      if let property = all.first(where: { $0.label == first }) {
        labels.insert(property.label)
        paths += property.paths.map { $0 + rest }
      } else {
        let showing = all.filter { $0.shows(keyPath) }
        if showing.isEmpty { hidden = hidden ?? keyPath }
        labels.formUnion(showing.map(\.label))
        paths.append(keyPath)
      }
    }
    self.init(all.filter { labels.contains($0.label) }, paths, hidden: hidden)
  }

  /// - Parameter keyPaths: Key paths of the projection; an empty array means all properties.
  init(_ keyPaths: [PartialKeyPath<P>]) {
    let all = ProjectedOrigin<P>.all()
    if keyPaths.isEmpty {
      self.init(all, all.flatMap(\.paths), hidden: nil)
      return
    }
    let paths = keyPaths.map { keyPath in
      let recorder = _Recorder(followingElements: true)
      return withExtendedLifetime(recorder) {
        _ = P(projecting: recorder.make(P.Root.self))[keyPath: keyPath]
        return recorder.paths
      }
    }
    let hidden = zip(keyPaths, paths).first { _, paths in !paths.contains { path in all.contains { $0.shows(path) } } }
    let read = paths.flatMap(\.self)
    self.init(
      all.filter { property in read.contains { property.shows($0) } }, read,
      hidden: hidden.map { keyPath, paths in paths.first ?? "\(keyPath)" })
  }

  private init(_ properties: [ProjectedOrigin<P>], _ paths: [String], hidden: String?) {
    self.properties = properties
    self.paths = paths
    self.hidden = hidden
  }
}

extension ProjectionObservable {
  /// Returns the paths of the root on which an observer of a collection of these projections depends.
  static func _observedPaths(_ keyPaths: [String]?) -> [String] { ObservedProjection<Self>(keyPaths).paths }
}

extension Projection: ElementWithPaths {}
