import AshlarSchema
import AshlarStore

/// Merges objects with the same primary key, or with the same values of other properties: one object remains, the links to the others are
/// redirected to it, and the others are deleted.
struct DuplicateRepair {
  /// A call of `Migration.resolveDuplicates(ofType:by:onDuplicate:)`.
  struct List {
    /// The ordinal of the type.
    let ordinal: Int
    /// The stored names of the properties.
    let properties: [String]
    let resolution: Migration.DuplicateResolution
  }

  private let run: MigrationRun
  private let sides: MigrationRun.Sides
  private var core: _RealmCore { sides.new }

  init(_ run: MigrationRun, _ sides: MigrationRun.Sides) {
    self.run = run
    self.sides = sides
  }

  /// - Parameters:
  ///   - resolutions: The resolutions for primary keys, by the ordinals of their types.
  ///   - lists: The resolutions for other properties, in the order of the calls.
  func repair(_ resolutions: [Int: Migration.DuplicateResolution], _ lists: [List]) {
    for (ordinal, resolution) in resolutions.ordered(by: { $0.key < $1.key }) {
      _ = run.storing {
        guard let type = core.entity(ordinal)?.model.name else { return }
        guard let groups = try sides.migration.rowsWithEqualKeys(ordinal) else {
          run.fail(.duplicatesWithoutKey(type: type))
          throw MigrationRun.Stopped()
        }
        try repair(ordinal, type, groups, resolution, "the same primary keys")
      }
    }
    for list in lists {
      _ = run.storing {
        guard let type = core.entity(list.ordinal)?.model.name else { return }
        let names = list.properties.map { "'\($0)'" }.joined(separator: ", ")
        var isComplete = false
        while !isComplete {
          guard let groups = try sides.migration.rowsWithEqualValues(list.ordinal, list.properties) else {
            let reason = "values of each property must be such that can be unique"
            run.fail(.value("Objects of '\(type)' cannot be compared by \(names): \(reason)."))
            throw MigrationRun.Stopped()
          }
          try repair(list.ordinal, type, groups, list.resolution, "the same values of \(names)")
          // Objects that linked to different objects of the type may now link to the same object, and may therefore have the same values.
          isComplete = groups.isEmpty || !hasLinkToItself(list)
        }
      }
    }
  }

  // Returns whether one of the properties links to objects of its own type.
  private func hasLinkToItself(_ list: List) -> Bool {
    guard let table = core.session.table(list.ordinal) else { return false }
    return table.links.contains { link in
      !link.isAny && link.target == list.ordinal && list.properties.contains(table.entity.columns[link.column].storedName)
    }
  }

  private func repair(
    _ ordinal: Int, _ type: String, _ groups: [[Int64]], _ resolution: Migration.DuplicateResolution, _ reason: String
  ) throws {
    // Maps each row to delete to the row that remains.
    var kept: [Int64: Int64] = [:]
    for rows in groups {
      guard let stays = resolution == .keepFirst ? rows.first : rows.last else { continue }
      for row in rows where row != stays { kept[row] = stays }
    }
    if kept.isEmpty { return }
    let going = kept.keys.sorted()
    try redirect(ordinal, going, kept)
    if core.session.hasDeleteRules {
      // All rows are deleted together, because they then do not prevent each other's deletion.
      try run.stepped(.resolving, type, 0, of: going.count, sides)
      try core.session.deleteInMigration([ordinal: going])
      core.context.pointee.generation += 1
    } else {
      for (done, row) in going.enumerated() {
        try run.stepped(.resolving, type, done, of: going.count, sides)
        core.deleteRow(ordinal, row)
      }
    }
    try run.ended(.resolving, type, going.count)
    Logger.shared.log(
      .info, "'\(core.session.engine.path)': \(going.count) objects of '\(type)' were deleted, because others have \(reason).")
  }

  private func redirect(_ ordinal: Int, _ going: [Int64], _ kept: [Int64: Int64]) throws {
    guard let table = core.session.table(ordinal) else { return }
    for link in table.backlinks {
      for source in try sources(link, of: going) { try redirect(link, source, to: kept) }
    }
    for case let other? in core.session.tables {
      for link in other.links where link.isAny {
        let values = try sources(link, of: going.map { AnyLink(table: table.id, key: $0).packed })
        for source in values {
          try redirectValues(link, source) { $0.table == table.id ? AnyLink(table: table.id, key: kept[$0.key] ?? $0.key) : $0 }
        }
      }
    }
  }

  // Returns the rows that link to a target through `link`, in ascending order. All rows are found before the first one is written, because
  // a look-up after a write would search the written rows again.
  private func sources(_ link: LinkColumn, of targets: [Int64]) throws -> [Int64] {
    var found: Set<Int64> = []
    for target in targets { for (source, _) in try core.session.sources(link, of: target) { found.insert(source) } }
    return found.sorted()
  }

  private func redirect(_ link: LinkColumn, _ source: Int64, to kept: [Int64: Int64]) throws {
    guard let row = try core.session.locate(link.source, source) else { return }
    let owner = DynamicObject(row, core)
    guard link.element != nil else {
      let target = owner._cell(link.column, 8).load(as: Int64.self) - 1
      guard let stays = kept[target], let row = try core.session.locate(link.target, stays) else { return }
      return owner._storeLinkKey(link.column, DynamicObject(row, core))
    }
    let elements = _ManagedCollection(owner, link.column, core)
    let moved = elements.keys().enumerated().compactMap { index, key in kept[key].map { (index: index, key: $0) } }
    if isSet(owner, link) {
      elements.remove(moved.map(\.index))
      elements.insert(UnmanagedCells(keys: moved.map(\.key), for: elements))
    } else {
      for (index, key) in moved { elements.setLink(key, at: index) }
    }
  }

  private func redirectValues(_ link: LinkColumn, _ source: Int64, _ other: (AnyLink) -> AnyLink) throws {
    guard let row = try core.session.locate(link.source, source) else { return }
    let owner = DynamicObject(row, core)
    guard let element = link.element else {
      let old = try core.session.anyValue(owner._cell(link.column, Slot.size), in: owner._rowAccess.base)
      core.storeAny(old.redirected(other), at: owner._cellForWriting(link.column, Slot.size), in: owner._rowAccess.base)
      core.session.mark(owner._rowAccess, link.column)
      core.session.forgetLinkChanges(link)
      return
    }
    let elements = _ManagedCollection(owner, link.column, core)
    var moved: [(index: Int, value: AnyStored)] = []
    for index in 0..<elements.count {
      let (cell, home) = elements.elements().packed.place(index)
      let old = try core.session.anyValue(cell + element.valueOffset, in: home.base)
      let new = old.redirected(other)
      if old != new { moved.append((index, new)) }
    }
    if isSet(owner, link) {
      elements.remove(moved.map(\.index))
      elements.insert(UnmanagedCells(moved.map { core.anyValue($0.value) { _ in nil } }, for: elements))
    } else {
      for (index, value) in moved { core.storeAny(value, at: elements.place(index) + element.valueOffset, in: elements.row.base) }
    }
  }

  private func isSet(_ owner: DynamicObject, _ link: LinkColumn) -> Bool {
    owner._entity.layout.columns[link.column].kind == .set
  }
}
