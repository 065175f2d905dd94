import AshlarSchema
import AshlarStore
import CAshlar

/// A list, set or map column of one row. It refers to the row by key and never to the owning accessor, so that an accessor can cache its
/// collections without a reference cycle.
public nonisolated final class _ManagedCollection {
  let core: _RealmCore
  let column: Int
  let entity: _Entity
  let layout: ElementLayout
  /// The type of the elements or values.
  let type: ValueType
  private(set) var row: _Row
  // The key of the row, which remains set after the collection is invalidated.
  private let key: Int64
  // The size in bytes and the content of a copy of the elements of a small collection, for loops over them. The size is nil before the
  // first loop, which makes the copy. The copy never changes, because a loop may still read it when the elements change. A loop retains the
  // collection.
  @exclusivity(unchecked) private var loopedSize: Int?
  @exclusivity(unchecked) private var looped: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0, 0, 0, 0)

  init(row: _Row, column: Int, entity: _Entity, core: _RealmCore) {
    guard let layout = entity.layout.columns[column].element else {
      misuse(.schema("'\(entity.model.name).\(entity.model.properties[column].name)' is not a collection. Generate the models again."))
    }
    self.layout = layout
    type = entity.layout.columns[column].type
    self.row = row
    key = row.key
    self.column = column
    self.entity = entity
    self.core = core
  }

  convenience init(_ owner: ObjectBase, _ column: Int, _ core: _RealmCore) {
    self.init(row: owner._rowAccess, column: column, entity: owner._entity, core: core)
  }

  /// Returns this collection in another Realm of the file, or in this Realm after `invalidate`; nil if the row does not exist there.
  func moved(to target: _RealmCore) -> _ManagedCollection? {
    target.row(entity, key).map { _ManagedCollection(row: $0, column: column, entity: entity, core: target) }
  }

  func isSame(as other: _ManagedCollection) -> Bool {
    core.checkPlace(kind)
    return core === other.core && entity === other.entity && column == other.column && row.key == other.row.key
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
    assert(found.key == key, "a collection stays with its row")
    row = found
    return true
  }

  @inline(__always) private func resolve() {
    let context = core.context
    if row.generation != context.pointee.generation || row.key < 0 || UInt(ashlar_thread()) != context.pointee.owner { resolveSlowly() }
  }

  @inline(never) private func resolveSlowly() {
    // The order of these checks, which determines the message, is part of the interface.
    if row.key < 0 { misuse(.invalidated(type: entity.model.name)) }
    core.checkConfinement(kind)
    if !isValid { misuse(.invalidated(type: entity.model.name)) }
    core.tracker?.read(entity.ordinal, row.key, column)
  }

  /// Tracks a read of elements that are cached elsewhere.
  func track() { core.tracker?.read(entity.ordinal, key, column) }

  func requireWrite() {
    resolve()
    if core.isFrozen { misuse(.frozenCollection(kind: kind)) }
    if !core.session.isWriting { misuse(.collectionOutsideWrite(kind: kind)) }
  }

  // The name of the collection type in messages.
  var kind: String {
    switch entity.layout.columns[column].kind {
    case .set: "Set"
    case .map: "Dictionary"
    default: "List"
    }
  }

  // MARK: - Reading

  /// Returns the elements, which are valid until the next change.
  func elements() -> StoredElements {
    StoredElements(packed, type)
  }

  // Every access to an element reads this property.
  @inline(__always) private var packed: PackedElements {
    resolve()
    return core.session.elements(row.base + row.columns[column].offset + row.slot * Slot.size, in: row.home, layout)
  }

  /// The number of elements. Complexity: O(1).
  var count: Int { packed.count }

  /// Returns the value of one element; stops the program if the index is out of bounds.
  func element<Element: RealmCollectionValue>(_ index: Int, _ type: Element.Type) -> Element {
    let elements = packed
    if index < 0 { misuse(.negativeIndex(name: "index")) }
    if !elements.has(index) { misuse(.indexOutOfBounds(index: index, count: elements.count)) }
    let (place, home) = elements.place(index)
    if hasPlainCells { return Element._element(place + layout.valueOffset, home, core) }
    return element(at: place, home)
  }

  /// Whether the value of an element can be decoded from its cell alone.
  var hasPlainCells: Bool { type != .any && type != .object }

  /// Returns the values of all elements.
  func allElements<Element: RealmCollectionValue>(_ type: Element.Type) -> [Element] {
    let elements = packed
    let count = elements.count
    if count == 0 { return [] }
    return [Element](unsafeUninitializedCapacity: count) { values, made in
      elements.forEachRun { run, home in
        guard let memory = values.baseAddress else { return }
        if hasPlainCells {
          Element._loadAll(UnsafeRawBufferPointer(rebasing: run[layout.valueOffset...]), layout.width, home, to: memory + made)
          made += run.count / layout.width
        } else if let start = run.baseAddress.map({ UnsafeMutableRawPointer(mutating: $0) }) {
          for offset in stride(from: 0, to: run.count, by: layout.width) {
            (memory + made).initialize(to: element(at: start + offset, home))
            made += 1
          }
        }
      }
    }
  }

  /// Returns an iteration over the current values of all elements, which must not be objects.
  @inline(__always) func iteration<Element: RealmCollectionValue>(_ type: Element.Type) -> _Iteration {
    let elements = packed
    if layout.value == .plain, !layout.hasKey, let cells = copyOfFew(elements) {
      return _Iteration(cells: cells + layout.valueOffset, count: elements.count, stride: layout.width, heldBy: self)
    }
    return _Iteration(valueSource(type), core: nil)
  }

  // Returns the copy of the elements, which the first call makes; nil if the elements do not fit into it or are not in one piece, if the
  // copy contains different elements, or if several threads might make it at once.
  @inline(__always) private func copyOfFew(_ elements: PackedElements) -> UnsafeMutableRawPointer? {
    guard let run = elements.inOnePiece, run.count <= MemoryLayout.size(ofValue: looped) else { return nil }
    guard UInt(ashlar_thread()) == core.context.pointee.owner else { return nil }
    // Stored properties of a class do not move during the instance's lifetime; this one is accessed through its address only.
    let copy = withUnsafeMutablePointer(to: &looped) { UnsafeMutableRawPointer($0) }
    assert(!core.isFrozen, "one thread makes and reads the copy")
    if let loopedSize {
      guard loopedSize == run.count, run.elementsEqual(UnsafeRawBufferPointer(start: copy, count: loopedSize)) else { return nil }
      return copy
    }
    loopedSize = run.count
    if let start = run.baseAddress { copy.copyMemory(from: start, byteCount: run.count) }
    return copy
  }

  /// Returns the current elements, for a loop.
  func cellSource() -> CellSource { CellSource(packed) }

  /// Returns the current values of all elements, for a loop.
  func valueSource<Element: RealmCollectionValue>(_ type: Element.Type) -> IterationSource {
    hasPlainCells ? CellSource(packed, offset: layout.valueOffset) : ValueSource(allElements(type))
  }

  /// Returns the value of the element whose cell is at an address.
  func element<Element: RealmCollectionValue>(at place: UnsafeMutableRawPointer, _ home: SlotHome) -> Element {
    if layout.value == .link {
      return Element._accessor(target, (place + layout.valueOffset).loadUnaligned(as: Int64.self) - 1, core)
    }
    return Element._placed(Element._element(place + layout.valueOffset, home, core)) {
      _AnyPlace(core: core, entity: entity, column: column, row: row)
    }
  }

  /// Returns the keys of the linked objects; null links are omitted.
  func keys() -> [Int64] { packed.links() }

  /// Returns the keys of the linked objects for a loop; null links are omitted.
  func keySource(_ target: _Entity) -> RowKeySource { RowKeySource(packed, target) }

  // MARK: - Changing

  func makeWritable() {
    if type == .any { core.session.forgetLinkChanges(link) }
    guard let found = core.reading({ () throws(StoreError) in try core.session.makeWritable(entity.ordinal, row.key) }) else {
      misuse(.invalidated(type: entity.model.name))
    }
    assert(found.key == key && found.cluster.isOverlay, "a collection stays with its row, which is stored to in an overlay")
    row = found
  }

  /// Inserts zeroed elements, which the caller must fill immediately, and returns the address of the first.
  func open(at index: Int, count: Int = 1) -> UnsafeMutableRawPointer {
    makeWritable()
    WrittenProperty.begin(entity, column)
    let place = core.session.insertElements(row, column, layout, at: index, count: count)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: count * layout.width)
    return place
  }

  func close(_ range: Range<Int>) {
    if range.isEmpty { return }
    makeWritable()
    core.session.removeElements(row, column, layout, range)
  }

  /// Removes the elements at ascending positions, and deletes them if they are embedded objects. Returns false if a delete rule refuses the
  /// deletion: the elements are then unchanged, and the write can only be cancelled.
  @discardableResult
  func remove(_ positions: [Int]) -> Bool {
    if positions.isEmpty { return true }
    let stored = elements()
    let links = layout.value == .link ? positions.map { stored.link($0) - 1 } : []
    guard mayRelease(links) else { return false }
    makeWritable()
    core.session.removeElements(row, column, layout, at: positions)
    release(links)
    return true
  }

  func place(_ index: Int) -> UnsafeMutableRawPointer {
    makeWritable()
    WrittenProperty.begin(entity, column)
    return core.session.mutableElement(row, column, layout, at: index)
  }

  /// Returns the key of an object that becomes an element. Adds an unmanaged object to the Realm; stops the program for a managed embedded
  /// object.
  func enter(_ object: ObjectBase) -> Int64 { enter(object, link.isEmbedded) }

  /// Like `enter(_:)`, for callers that know whether elements are embedded.
  func enter(_ object: ObjectBase, _ isEmbedded: Bool) -> Int64 {
    if isEmbedded {
      if object._kind == .live { misuse(.managedEmbedded(type: object._className, place: kind)) }
      core.adopt(object, policy: .error)
    } else {
      core.add(object, policy: .error)
    }
    return object._rowAccess.key
  }

  /// The entity that elements link to.
  var target: _Entity {
    if type != .object { misuse(.valuesAsObjects(property: entity.label(column))) }
    guard let target = core.target(entity, column) else { misuse(.notInRealm(type: entity.model.properties[column].target ?? "")) }
    return target
  }

  var link: LinkColumn {
    guard let link = core.link(entity.ordinal, column) else { misuse(.notInRealm(type: entity.model.name)) }
    return link
  }

  /// Returns the key of the object that an element links to; -1 for null.
  func key(at index: Int) -> Int64 { elements().link(index) - 1 }

  func insert(key: Int64, at index: Int) {
    open(at: index).storeBytes(of: key + 1, as: Int64.self)
    core.session.noteLink(link, target: key, source: row.key, 1)
  }

  /// Inserts several links with one change.
  func insert(keys: [Int64], at index: Int, _ link: LinkColumn) {
    var place = open(at: index, count: keys.count)
    for key in keys {
      place.storeBytes(of: key + 1, as: Int64.self)
      place += layout.width
      core.session.noteLink(link, target: key, source: row.key, 1)
    }
  }

  /// Removes links, and deletes their targets if they are embedded. Returns false if a delete rule refuses the deletion: the links are then
  /// unchanged, and the write can only be cancelled.
  @discardableResult
  func removeLinks(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    let stored = elements()
    let removed = range.map { stored.link($0) - 1 }
    guard mayRelease(removed) else { return false }
    close(range)
    release(removed)
    return true
  }

  /// Returns whether the links of elements may be replaced: if they are embedded, whether their targets may be deleted. If a delete rule
  /// refuses the deletion, the write can only be cancelled.
  func mayReplaceLinks(_ range: Range<Int>) -> Bool {
    guard core.session.hasDeleteRules, layout.value == .link else { return true }
    let stored = elements()
    return mayRelease(range.map { stored.link($0) - 1 })
  }

  private func mayRelease(_ keys: [Int64]) -> Bool {
    guard core.session.hasDeleteRules, !keys.isEmpty, link.isEmbedded else { return true }
    return core.mayDelete(link.target, keys.filter { $0 >= 0 })
  }

  // Updates the backlinks of removed links, and deletes embedded targets.
  private func release(_ removed: [Int64]) {
    if removed.isEmpty { return }
    let link = link
    for key in removed where key >= 0 { core.session.noteLink(link, target: key, source: row.key, -1) }
    guard link.isEmbedded else { return }
    if core.session.hasDeleteRules {
      core.deleteRows(link.target, removed.filter { $0 >= 0 })
    } else {
      for key in removed where key >= 0 { core.deleteRow(link.target, key) }
    }
  }

  /// Sets the link of an element to the row with a key, or to null if the key is nil, and deletes the previous target if it is embedded. If
  /// a delete rule refuses the deletion, leaves the link unchanged; the write can then only be cancelled.
  func setLink(_ key: Int64?, at index: Int) {
    let old = self.key(at: index)
    let new = key ?? -1
    if old == new { return }
    guard mayRelease([old]) else { return }
    (place(index) + layout.valueOffset).storeBytes(of: new + 1, as: Int64.self)
    if new >= 0 { core.session.noteLink(link, target: new, source: row.key, 1) }
    release([old])
  }

  func move(from: Int, to: Int) {
    if from == to { return }
    withUnsafeTemporaryAllocation(byteCount: layout.width, alignment: 8) { element in
      guard let kept = element.baseAddress else { return }
      kept.copyMemory(from: place(from), byteCount: layout.width)
      core.session.removeElements(row, column, layout, from..<from + 1)
      core.session.insertElements(row, column, layout, at: to, count: 1).copyMemory(from: kept, byteCount: layout.width)
    }
  }

  func swap(_ a: Int, _ b: Int) {
    if a == b { return }
    let width = layout.width
    withUnsafeTemporaryAllocation(byteCount: width, alignment: 8) { element in
      guard let kept = element.baseAddress else { return }
      // The first call may split a list that has grown; afterwards the addresses are stable.
      _ = place(a)
      let (first, second) = (place(a), place(b))
      kept.copyMemory(from: first, byteCount: width)
      first.copyMemory(from: second, byteCount: width)
      second.copyMemory(from: kept, byteCount: width)
    }
  }
}
