import AshlarStore

/// Observes contents: the elements of a collection, the entries of a map, or sections. The base class calls the block; a subclass stores
/// the state of the last call and computes edits.
class ContentsObserver<Contents: ObservedContents>: Observer {
  typealias Edits = Contents._Change.Edits

  private(set) final var contents: Contents
  final let core: _RealmCore
  private final let block: (Contents._Change) -> Void
  private final var prints: OriginPrints?
  // Whether the owner of the contents has been deleted.
  private final var isOwnerDeleted = false

  /// - Parameter paths: The changes that count as modifications of an element; nil if the elements are values.
  init(_ contents: Contents, _ core: _RealmCore, _ paths: ObservedPaths?, _ block: @escaping (Contents._Change) -> Void) {
    self.contents = contents
    self.core = core
    self.block = block
    prints = paths.flatMap(OriginPrints.init)
  }

  // MARK: - Overridden by subclasses

  /// Reads the state of the first call. Returns false if the owner has been deleted.
  func read() -> Bool { false }
  /// The rows of the state, in any order.
  var rows: [Int64] { [] }
  /// Updates the state, and returns the edits that `changes` cause; nil if the owner has been deleted.
  func update(_ changes: ChangeSet) -> Edits? { nil }
  /// Removes everything from the state, and returns the corresponding edits.
  func removeAll() -> Edits? { nil }

  /// The tables and columns that determine the contents and the modifications; nil if any change may affect them.
  var readTables: ObservedTables? { nil }
  /// Marks the state as correct for the current version, in which the contents are the same.
  func carry() {}

  // MARK: - Used by subclasses

  /// Whether any observed path contains linking objects; if so, a changed link of another object may count as a modification of an element.
  final var followsOrigins: Bool { prints != nil }

  /// Recreates contents that `Realm.invalidate()` made unusable. Returns false if the owner has been deleted.
  final func remake() -> Bool {
    guard let again = contents.remade(in: core) else { return false }
    contents = again
    return true
  }

  /// Adds to `reached` each of the `rows` whose paths visit different linking objects than at the previous call.
  final func addOrigins(of rows: @autoclosure () -> [Int64], _ changes: ChangeSet, to reached: inout ReachedRows) {
    if let changed = prints?.changed(rows(), changes, core) { reached.keys.formUnion(changed) }
  }

  // MARK: - Calls

  override final var tables: ObservedTables? { readTables }
  override final var isOver: Bool { isOwnerDeleted }

  override final func pass() -> Bool {
    if !isOver { carry() }
    return isOver
  }

  override final func begin() {
    guard read() else {
      isOwnerDeleted = true
      return
    }
    _ = prints?.changed(rows, .anything, core)
    block(.initial(contents))
  }

  override final func tell(_ changes: ChangeSet) -> Bool {
    if let edits = edits(changes), !edits.isEmpty { block(.update(contents, edits)) }
    return isOver
  }

  override final func skip(_ changes: ChangeSet) { _ = edits(changes) }

  private final func edits(_ changes: ChangeSet) -> Edits? {
    if isOver { return nil }
    if let edits = update(changes) { return edits }
    isOwnerDeleted = true
    return removeAll()
  }
}
