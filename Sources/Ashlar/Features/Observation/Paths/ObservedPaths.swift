import AshlarSchema
import AshlarStore

/// Which changes count for an observer of rows of one type.
struct ObservedPaths {
  /// A property on the way.
  struct Hop {
    /// The type that has the property.
    let entity: _Entity
    /// Its ordinal among the properties.
    let ordinal: Int
    /// The column of a link, or of links, that leads on, or that of the origin of linking objects.
    let link: LinkColumn?
    /// Whether it is linking objects, which are followed from the target to the sources.
    let isOrigin: Bool
  }

  enum Scope {
    /// The row's own columns.
    case own
    /// These, and those of all rows that links lead to in so many steps.
    case deep(Int)
    /// The properties at the ends of paths, and those on the way.
    case paths([[Hop]])
  }

  let entity: _Entity
  let scope: Scope

  /// What counts where no key paths are given: the elements of a collection, and three links further.
  static let defaultDepth = 3

  init(_ entity: _Entity, _ scope: Scope) {
    self.entity = entity
    self.scope = scope
  }

  /// - Parameters:
  ///   - keyPaths: names joined by dots; none stands for `otherwise`.
  ///   - otherwise: what counts without key paths.
  init(_ keyPaths: [String]?, _ entity: _Entity, _ core: _RealmCore, otherwise: Scope) {
    self.entity = entity
    guard let keyPaths, !keyPaths.isEmpty else {
      scope = otherwise
      return
    }
    scope = .paths(keyPaths.map { ObservedPaths.hops($0, entity, core) })
  }

  private static func hops(_ path: String, _ root: _Entity, _ core: _RealmCore) -> [Hop] {
    let (hops, unknown) = resolved(path, root, core)
    if let unknown { misuse(.observedPath(unknown.name, unknown.type)) }
    return hops
  }

  /// The first name in a path that is not a property of its type.
  static func unknownName(in path: String, _ root: _Entity, _ core: _RealmCore) -> String? { resolved(path, root, core).unknown?.name }

  private static func resolved(
    _ path: String, _ root: _Entity, _ core: _RealmCore
  ) -> (hops: [Hop], unknown: (name: String, type: String)?) {
    var hops: [Hop] = []
    var entity: _Entity? = root
    for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let current = entity, let (ordinal, property) = current.property(named: name) else {
        return ([], (name, (entity ?? hops.last?.entity ?? root).model.name))
      }
      let isOrigin = property.collection == .linkingObjects
      let link = isOrigin ? core.origin(current, ordinal) : property.type == .object ? core.link(current.ordinal, ordinal) : nil
      hops.append(Hop(entity: current, ordinal: ordinal, link: link, isOrigin: isOrigin))
      entity = link == nil ? nil : core.target(current, ordinal)
    }
    return (hops, nil)
  }

  /// Whether a path leads through linking objects.
  var hasOrigins: Bool {
    if case .paths(let paths) = scope { paths.contains { $0.contains(where: \.isOrigin) } } else { false }
  }
}

extension ChangeSet {
  /// What happened to the rows of a type; nil for nothing.
  func table(_ entity: _Entity, _ core: _RealmCore) -> TableChanges? {
    core.session.table(entity.ordinal).flatMap { tables[$0.id] }
  }

  /// Whether a property of a row was stored to.
  func hasChanged(_ entity: _Entity, _ key: Int64, column: Int, _ core: _RealmCore) -> Bool {
    if isAnything { return true }
    guard let table = core.session.table(entity.ordinal), let changes = tables[table.id] else { return false }
    if changes.isAnything { return true }
    return changes.index(modified: key).map { changes.hasChanged($0, column: table.columnIds[column]) } ?? false
  }
}
