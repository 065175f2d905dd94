import AshlarSchema
import AshlarStore

/// Determines which changes an observer of rows of one type reports.
struct ObservedPaths {
  /// A property on a path.
  struct Hop {
    /// The type that declares the property.
    let entity: _Entity
    /// The ordinal of the property.
    let ordinal: Int
    /// The link column of the property, or of the origin of linking objects; nil for a property that is not a link.
    let link: LinkColumn?
    /// Whether the property consists of linking objects, whose links are followed from the target to the sources.
    let isOrigin: Bool
  }

  enum Scope {
    /// The row's own columns.
    case own
    /// The row's own columns, and those of all rows that are at most this many links away.
    case deep(Int)
    /// The properties at the ends of paths, and the links on the paths.
    case paths([[Hop]])
  }

  let entity: _Entity
  let scope: Scope

  /// The depth of the scope `deep` for collections without key paths: the elements, and objects up to three links away.
  static let defaultDepth = 3

  init(_ entity: _Entity, _ scope: Scope) {
    self.entity = entity
    self.scope = scope
  }

  /// - Parameters:
  ///   - keyPaths: Names joined by dots; nil or an empty array means `otherwise`.
  ///   - otherwise: The scope if no key paths are given.
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

  /// Returns the first name in a path that is not a property of its type; nil if there is none.
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

  /// Whether any path contains linking objects.
  var hasOrigins: Bool {
    if case .paths(let paths) = scope { paths.contains { $0.contains(where: \.isOrigin) } } else { false }
  }
}

extension ChangeSet {
  /// Returns the changes of a type's rows; nil if there are none.
  func table(_ entity: _Entity, _ core: _RealmCore) -> TableChanges? {
    core.session.table(entity.ordinal).flatMap { tables[$0.id] }
  }

  /// Returns whether a column of a row was written; true if the written rows are unknown.
  func hasChanged(_ entity: _Entity, _ key: Int64, column: Int, _ core: _RealmCore) -> Bool {
    if isAnything { return true }
    guard let table = core.session.table(entity.ordinal), let changes = tables[table.id] else { return false }
    if changes.isAnything { return true }
    return changes.index(modified: key).map { changes.hasChanged($0, column: table.columnIds[column]) } ?? false
  }
}
