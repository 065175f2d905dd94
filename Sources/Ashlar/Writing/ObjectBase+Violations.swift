import AshlarSchema
import AshlarStore

extension ObjectBase {
  /// Returns the rules about values that the object breaks as it is: those of its file if it is managed, otherwise those of the program's
  /// schema. Empty for an object that has been deleted, and for a reference, which has only its key.
  final func storedViolations() throws -> [StoredViolation] {
    guard _kind == .live else { return _isReference ? [] : unmanagedViolations(withEmbedded: false) }
    guard _isValid() else { return [] }
    let core = _realm
    // The rules of a file change while other threads read a frozen object, but those of the program do not.
    let session = core.session
    return try session.valueViolations(_entity.ordinal, _row.key, core.isFrozen ? _entity.valueChecks : nil)
  }

  /// Returns the rules about values that an unmanaged object breaks, according to the program's schema.
  /// - Parameter withEmbedded: Whether embedded objects that the object owns are checked, too.
  final func unmanagedViolations(withEmbedded: Bool = true) -> [StoredViolation] {
    let entity = _entity
    var found: [StoredViolation] = []
    if !entity.valueChecks.isEmpty {
      _settleDefaults()
      let columns = entity.columns
      let row = CheckedRows(
        unmanaged: _row, { columns[$0] }, count: { (UnmanagedCell.collection($0) as? _CollectionBase)?._count ?? 0 },
        isNone: { cell in if case .none = UnmanagedCell.any(cell) { true } else { false } })
      found = entity.valueChecks.violations(in: row, keyColumn: entity.keyColumn < 0 ? nil : entity.keyColumn)
    }
    guard withEmbedded, entity.hasReferences else { return found }
    for column in entity.columns.indices {
      let layout = entity.columns[column]
      let cell = _row.base + _row.columns[column].offset
      if layout.kind == .embedded {
        if let child = UnmanagedCell.object(cell) as? ObjectBase { found += child.unmanagedViolations() }
      } else if layout.element?.value == .link, let collection = UnmanagedCell.collection(cell) as? _CollectionBase {
        for case let child? in collection._unmanagedObjects() where child._entity.model.kind == .embedded {
          found += child.unmanagedViolations()
        }
      }
    }
    return found
  }
}
