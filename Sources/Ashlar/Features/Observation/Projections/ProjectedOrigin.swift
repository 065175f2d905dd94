import AshlarSchema

/// A projected property, and what of the object it shows.
struct ProjectedOrigin<P: ProjectionObservable> {
  let label: String
  let origin: PartialKeyPath<P.Root>
  /// What the key path touches, as paths of the root: of `friends.projectTo.firstName` it is `friends.firstName`.
  let paths: [String]
  /// The root's properties with which these begin.
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

  /// Whether it shows what is at a path, before it or behind it.
  fileprivate func shows(_ path: String) -> Bool {
    paths.contains { $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
  }
}

/// What an observer of projections looks at.
struct ObservedProjection<P: ProjectionObservable> {
  let properties: [ProjectedOrigin<P>]
  /// Paths of the root.
  let paths: [String]
  /// A key path of which no property shows anything.
  let hidden: String?

  /// - Parameter keyPaths: names of projected properties first, paths of the root second; nil and none stand for all properties.
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

  /// - Parameter keyPaths: of the projection; none stands for all properties.
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
  /// The paths of the root at which observers of collections of projections look.
  static func _observedPaths(_ keyPaths: [String]?) -> [String] { ObservedProjection<Self>(keyPaths).paths }
}

extension Projection: ElementWithPaths {}
