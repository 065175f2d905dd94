import AshlarSchema
import AshlarStore

/// A list column of one row. It refers to the row by its key, never to the owning accessor, so that an accessor may keep
/// its lists without a cycle.
public nonisolated final class ManagedList {
  let core: RealmCore
  let column: Int
  let entity: Entity
  private(set) var row: _Row

  init(row: _Row, column: Int, entity: Entity, core: RealmCore) {
    self.row = row
    self.column = column
    self.entity = entity
    self.core = core
  }

  convenience init(_ owner: ObjectBase, _ column: Int, _ core: RealmCore) {
    self.init(row: owner._row, column: column, entity: type(of: owner)._entity, core: core)
  }

  func isSame(as other: ManagedList) -> Bool {
    core === other.core && entity === other.entity && column == other.column && row.key == other.row.key
  }

  var isValid: Bool {
    if row.key < 0 { return false }
    if row.generation == core.context.pointee.generation { return true }
    guard
      let found = core.reading({ () throws(StoreError) in
        try core.session.relocate(entity.ordinal, row.key, seenAt: row.generation)
      })
    else {
      row.key = -1
      return false
    }
    row = found
    return true
  }

  private func resolve() {
    core.checkConfinement("List")
    if !isValid { misuse(.invalidated(type: entity.model.name)) }
  }

  func requireWrite() {
    resolve()
    if !core.session.isWriting { misuse(.collectionOutsideWrite(kind: "List")) }
  }

  private var cell: UnsafeMutableRawPointer { row.base + Int(row.columns[column].offset) + row.slot * 16 }

  /// The packed elements; valid until the next change.
  func elements(_ width: Int) -> UnsafeRawBufferPointer {
    resolve()
    return core.session.listElements(cell, in: row.base, width: width)
  }

  func keys() -> [Int64] {
    let elements = elements(8)
    return (0..<elements.count / 8).map { elements.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) - 1 }
  }

  /// Where values of any type in the column lie.
  var anyPlace: AnyPlace { AnyPlace(core: core, entity: entity, column: column, row: row) }

  // MARK: - Changing

  private func makeWritable() {
    if entity.layout.columns[column].type == .any { core.session.forgetLinkChanges(link) }
    guard let found = core.reading({ () throws(StoreError) in try core.session.makeWritable(entity.ordinal, row.key) }) else {
      misuse(.invalidated(type: entity.model.name))
    }
    row = found
  }

  func open(at index: Int) -> UnsafeMutableRawPointer {
    makeWritable()
    return core.session.insertElements(row, column, at: index, count: 1)
  }

  func close(_ range: Range<Int>) {
    if range.isEmpty { return }
    makeWritable()
    core.session.removeElements(row, column, range)
  }

  func place(_ index: Int) -> UnsafeMutableRawPointer {
    makeWritable()
    return core.session.mutableElements(row, column) + index * entity.layout.columns[column].elementWidth
  }

  /// The key of an element to be; adds an unmanaged object, refuses an embedded one that has an owner.
  func enter(_ object: ObjectBase) -> Int64 {
    if link.isEmbedded {
      if object._kind == .live { misuse(.managedEmbedded(type: object._className, place: "List")) }
      core.adopt(object, policy: .error)
    } else {
      core.add(object, policy: .error)
    }
    return object._row.key
  }

  private var link: LinkColumn {
    guard let link = core.link(entity.ordinal, column) else { misuse(.notInRealm(type: entity.model.name)) }
    return link
  }

  func insert(key: Int64, at index: Int) {
    open(at: index).storeBytes(of: key + 1, as: Int64.self)
    core.session.noteLink(link, target: key, source: row.key, 1)
  }

  func removeLinks(_ range: Range<Int>) {
    if range.isEmpty { return }
    let link = link
    let removed = Array(keys()[range])
    close(range)
    for key in removed { core.session.noteLink(link, target: key, source: row.key, -1) }
    if link.isEmbedded {
      for key in removed { core.deleteRow(link.target, key) }
    }
  }

  func move(from: Int, to: Int, _ width: Int) {
    if from == to { return }
    let start = place(0)
    withUnsafeTemporaryAllocation(byteCount: width, alignment: 8) { element in
      guard let kept = element.baseAddress else { return }
      kept.copyMemory(from: start + from * width, byteCount: width)
      if from < to {
        (start + from * width).copyMemory(from: start + (from + 1) * width, byteCount: (to - from) * width)
      } else {
        (start + (to + 1) * width).copyMemory(from: start + to * width, byteCount: (from - to) * width)
      }
      (start + to * width).copyMemory(from: kept, byteCount: width)
    }
  }

  func swap(_ a: Int, _ b: Int, _ width: Int) {
    if a == b { return }
    let start = place(0)
    withUnsafeTemporaryAllocation(byteCount: width, alignment: 8) { element in
      guard let kept = element.baseAddress else { return }
      kept.copyMemory(from: start + a * width, byteCount: width)
      (start + a * width).copyMemory(from: start + b * width, byteCount: width)
      (start + b * width).copyMemory(from: kept, byteCount: width)
    }
  }
}
