import AshlarSchema
import AshlarStore

extension ObjectBase {
  /// The rules about single objects that the object breaks in its current state: ranges, lengths, counts, patterns, cases of checked enums,
  /// required values and the orders of two properties. For an unmanaged or frozen object, these are the rules of the schema; otherwise,
  /// those of the file.
  ///
  /// ```swift
  /// let account = Account(value: ["login": ""])
  /// for violation in account.ruleViolations { print(violation) }
  /// ```
  ///
  /// A write that leaves a stored object in this state is refused when it is committed. Embedded and linked objects have violations of
  /// their own. Unique rules concern several objects: see `Realm.ruleViolations()`. The array is empty for an object that has been deleted,
  /// and for one that was decoded from its primary key alone. Complexity: O(size of the properties with rules).
  public final var ruleViolations: [Realm.RuleViolation] {
    guard _kind == .live else {
      if _isReference { return [] }
      let schema = _entity.schema
      let names = RuleNames { name in schema.entities.first { $0.storedName == name } }
      return unmanagedViolations(withEmbedded: false).map { names.violation($0) }
    }
    guard _isValid() else { return [] }
    let core = _realm
    let entity = _entity
    if let tracker = core.tracker {
      for column in entity.columns.indices { tracker.read(entity.ordinal, _rowAccess.key, column) }
    }
    // The rules of a file change while other threads read a frozen object, but those of the program do not.
    let found = core.reading { () throws(StoreError) in
      try core.session.valueViolations(entity.ordinal, _rowAccess.key, core.isFrozen ? entity.valueChecks : nil)
    }
    if found.isEmpty { return [] }
    let names = core.ruleNames
    return found.map { names.violation($0) }
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
        unmanaged: _rowAccess, { columns[$0] }, count: { (UnmanagedCell.collection($0) as? _CollectionBase)?._count ?? 0 },
        isNone: { cell in if case .none = UnmanagedCell.any(cell) { true } else { false } })
      found = entity.valueChecks.violations(in: row, keyColumns: entity.keyColumns)
    }
    guard withEmbedded, entity.hasReferences else { return found }
    for column in entity.columns.indices {
      let layout = entity.columns[column]
      let cell = _rowAccess.base + _rowAccess.columns[column].offset
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
