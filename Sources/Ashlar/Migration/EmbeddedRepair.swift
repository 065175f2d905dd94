import AshlarSchema
import AshlarStore

/// Ensures that each object of the types that become embedded has one owner. Objects without an owner are deleted. An object with several
/// links to it is copied, together with the objects that it embeds, once for each further link. A link from an `AnyRealmValue` fails the
/// migration.
struct EmbeddedRepair {
  private let run: MigrationRun
  private let sides: MigrationRun.Sides
  private var core: _RealmCore { sides.new }

  init(_ run: MigrationRun, _ sides: MigrationRun.Sides) {
    self.run = run
    self.sides = sides
  }

  func repair() {
    // Owners are repaired before the objects that they own, because owners may themselves be deleted or copied.
    for ordinal in ownersFirst(sides.migration.tablesToEmbed) { _ = run.storing { try repair(ordinal) } }
  }

  private func ownersFirst(_ ordinals: [Int]) -> [Int] {
    var ordered: [Int] = []
    func add(_ ordinal: Int) {
      if ordered.contains(ordinal) { return }
      for link in core.session.table(ordinal)?.backlinks ?? [] where link.source != ordinal && ordinals.contains(link.source) {
        add(link.source)
      }
      ordered.append(ordinal)
    }
    // Types that embed each other in a cycle are rejected before any file is opened.
    for ordinal in ordinals { add(ordinal) }
    return ordered
  }

  private func repair(_ ordinal: Int) throws {
    guard let table = core.session.table(ordinal), let entity = core.entity(ordinal) else { return }
    // If there are delete rules, objects without an owner are deleted together, because they then do not prevent each other's deletion.
    // Objects of the type do not link to each other, so the later deletion does not change the number of owners of the other objects.
    let together = core.session.hasDeleteRules
    var ownerless: [Int64] = []
    var deleted = 0
    var copied = 0
    let keys = try core.session.liveKeys(ordinal)
    for (done, key) in keys.enumerated() {
      try run.stepped(.embedding, entity.model.name, done, of: keys.count, sides)
      if let link = try core.session.anyLink(to: key, of: table) {
        throw core.session.embeddedInValue(table, link, path: sides.migration.path)
      }
      var owners: [(link: LinkColumn, source: Int64)] = []
      var count = 0
      for link in table.backlinks {
        for (source, links) in try core.session.sources(link, of: key) {
          owners.append((link, source))
          count += links
        }
      }
      if count == 0 {
        if together { ownerless.append(key) } else { core.deleteRow(ordinal, key) }
        deleted += 1
      } else if count > 1 {
        var isKept = false
        for (link, source) in owners { copied += try give(key, of: entity, to: link, source, &isKept) }
      }
    }
    if !ownerless.isEmpty {
      try core.session.deleteInMigration([ordinal: ownerless])
      core.context.pointee.generation += 1
    }
    try run.ended(.embedding, entity.model.name, keys.count)
    if deleted + copied > 0 {
      Logger.shared.log(
        .info,
        "'\(core.session.engine.path)': '\(entity.model.name)' is embedded now: \(deleted) objects without an owner were deleted, "
          + "and \(copied) copies were created for additional owners.")
    }
  }

  // Sets each link to the object in one property of one owner to a separate copy. If `isKept` is false, the first link keeps the original
  // instead, and `isKept` becomes true. Returns the number of copies.
  private func give(_ key: Int64, of entity: _Entity, to link: LinkColumn, _ source: Int64, _ isKept: inout Bool) throws -> Int {
    guard let row = try core.session.locate(link.source, source) else { return 0 }
    let owner = DynamicObject(row, core)
    var made = 0
    if link.element == nil {
      if isKept {
        owner._storeLinkKey(link.column, try copy(key, entity))
        made += 1
      }
      isKept = true
      return made
    }
    let elements = _ManagedCollection(owner, link.column, core)
    for index in 0..<elements.count where elements.key(at: index) == key {
      if isKept {
        elements.setLink(try copy(key, entity)._rowAccess.key, at: index)
        made += 1
      }
      isKept = true
    }
    return made
  }

  private func copy(_ key: Int64, _ entity: _Entity) throws -> ObjectBase {
    guard let row = try core.session.locate(entity.ordinal, key) else { throw MigrationRun.Stopped() }
    return core.create(entity, value: DynamicObject(row, core), policy: .error)
  }
}
