import AshlarSchema
import AshlarStore

/// A path of property names bound to columns: steps through links, lists and linking objects, and a last column.
struct PropertyPath {
  enum Step {
    /// A to-one link.
    case link(column: Int, target: Int)
    /// Any of a list's objects.
    case list(column: Int, target: Int)
    /// Any of the objects that link here.
    case origins(LinkColumn)
  }

  let steps: [Step]
  /// The entity that has the last column.
  let entity: Entity
  /// The last column's ordinal.
  let column: Int
  let property: PropertyModel

  var layout: ColumnLayout? { property.collection == .linkingObjects ? nil : entity.layout.columns[column] }

  /// Binds names to columns; `fail` says why it cannot be done.
  init(_ names: [String], _ root: Entity, _ core: RealmCore, fail: (String) -> Never) {
    var steps: [Step] = []
    var entity = root
    guard let last = names.last else { fail("it is empty") }
    for name in names.dropLast() {
      guard let (ordinal, property) = entity.property(named: name) else {
        fail(UsageError.unknownProperty(name: name, type: entity.model.name).description)
      }
      guard property.type == .object || property.collection == .linkingObjects, let target = entity.target(ordinal) else {
        fail("'\(entity.model.name).\(name)' is no link, so nothing can follow it")
      }
      switch property.collection {
      case .none: steps.append(.link(column: ordinal, target: target.ordinal))
      case .set, .map: fail("'\(entity.model.name).\(name)' is no link, so nothing can follow it")
      case .list: steps.append(.list(column: ordinal, target: target.ordinal))
      case .linkingObjects:
        guard let link = core.origin(entity, ordinal) else { fail("'\(entity.model.name).\(name)' has no origin in this Realm") }
        steps.append(.origins(link))
      }
      entity = target
    }
    guard let (ordinal, property) = entity.property(named: last) else {
      fail(UsageError.unknownProperty(name: last, type: entity.model.name).description)
    }
    self.steps = steps
    self.entity = entity
    column = ordinal
    self.property = property
  }

  /// Whether the path is one column of the object itself.
  var isDirect: Bool { steps.isEmpty }

  /// Calls `body` with each row at the end of the steps until it returns true, or with nil where a to-one link is null.
  /// Returns whether `body` did.
  func anyRow(_ row: RowAccess, _ core: RealmCore, from step: Int = 0, _ body: (RowAccess?) -> Bool) -> Bool {
    guard step < steps.count else { return body(row) }
    switch steps[step] {
    case .link(let column, let target):
      let key = (row.base + Int(row.columns[column].offset) + row.slot * 8).load(as: Int64.self)
      guard key != 0, let next = core.reading({ () throws(StoreError) in try core.session.locate(target, key - 1) }) else {
        // Null goes on to the end, unless a collection follows: that is then empty.
        return steps[(step + 1)...].contains { if case .link = $0 { false } else { true } } ? false : body(nil)
      }
      return anyRow(next, core, from: step + 1, body)
    case .list(let column, let target):
      let cell = row.base + Int(row.columns[column].offset) + row.slot * 16
      let elements = core.session.listElements(cell, in: row.base, width: 8)
      for index in 0..<elements.count / 8 {
        let key = elements.loadUnaligned(fromByteOffset: index * 8, as: Int64.self) - 1
        guard let next = core.reading({ () throws(StoreError) in try core.session.locate(target, key) }) else { continue }
        if anyRow(next, core, from: step + 1, body) { return true }
      }
      return false
    case .origins(let link):
      for (key, _) in core.reading({ try core.session.sources(link, of: row.key) }) {
        guard let next = core.reading({ () throws(StoreError) in try core.session.locate(link.source, key) }) else { continue }
        if anyRow(next, core, from: step + 1, body) { return true }
      }
      return false
    }
  }

  /// The value of the last column, which holds one value.
  func value(_ row: RowAccess) -> CellValue {
    let layout = entity.layout.columns[column]
    let offset = row.columns[column]
    return CellValue(
      layout, row.base + Int(offset.offset) + row.slot * layout.width,
      null: layout.hasNullFlag ? row.base + Int(offset.null) + row.slot : nil, base: row.base)
  }

  /// The values of the last column: one, or the elements of a list.
  func anyValue(_ row: RowAccess, _ core: RealmCore, _ body: (CellValue) -> Bool) -> Bool {
    guard property.collection == .list else { return body(value(row)) }
    let width = entity.layout.columns[column].elementWidth
    let cell = row.base + Int(row.columns[column].offset) + row.slot * 16
    let elements = core.session.listElements(cell, in: row.base, width: width)
    guard let start = elements.baseAddress else { return false }
    for index in 0..<elements.count / width {
      if body(CellValue(property.type, UnsafeMutableRawPointer(mutating: start) + index * width, row.base)) { return true }
    }
    return false
  }

  /// How many elements the collection at the end has.
  func count(_ row: RowAccess, _ core: RealmCore) -> Int {
    if property.collection == .linkingObjects {
      guard let link = core.origin(entity, column) else { return 0 }
      return core.reading { try core.session.sources(link, of: row.key) }.reduce(0) { $0 + $1.count }
    }
    let cell = row.base + Int(row.columns[column].offset) + row.slot * 16
    return core.session.listElements(cell, in: row.base, width: entity.layout.columns[column].elementWidth).count
      / entity.layout.columns[column].elementWidth
  }
}
