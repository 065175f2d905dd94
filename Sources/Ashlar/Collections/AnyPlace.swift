import AshlarSchema
import AshlarStore

/// The location of a list or dictionary inside a stored `AnyRealmValue`: a column of a row, and the id of the collection in that column. It
/// identifies the row by its key, and retains no accessor.
///
/// A read decodes the whole value of the cell once for each version of the data. However, if a list is the whole value of a column, the
/// first look-up of an element by its index decodes only this element. Every change encodes and stores the whole value again.
public nonisolated final class _AnyPlace {
  let core: _RealmCore
  let entity: _Entity
  let column: Int
  private let id: UInt64
  private var row: _Row
  /// The key of the row, which remains set after the row is deleted or the Realm is invalidated.
  let key: Int64
  // The index of the element that last contained this collection, if the column is a collection of values.
  private var position = 0
  // The decoded value, and the version of the data for which it is valid.
  private var version: UInt64 = 0
  private var read: AnyStored?
  // The version of the data for which a single element was decoded.
  private var peekedVersion: UInt64 = 0
  private var values: [AnyRealmValue]?

  init(core: _RealmCore, entity: _Entity, column: Int, row: _Row, id: UInt64 = 0) {
    self.core = core
    self.entity = entity
    self.column = column
    self.row = row
    self.id = id
    key = row.key
  }

  convenience init(_ other: _AnyPlace, id: UInt64) {
    self.init(core: other.core, entity: other.entity, column: other.column, row: other.row, id: id)
    position = other.position
  }

  /// Returns whether both collections are in the same column of the same row, in the same Realm instance.
  func isInSameValue(as other: _AnyPlace) -> Bool {
    core === other.core && entity === other.entity && column == other.column && key == other.key
  }

  func isSame(as other: _AnyPlace) -> Bool { isInSameValue(as: other) && id == other.id }

  // MARK: - Reading

  var isValid: Bool { stored != nil }

  /// Returns this collection in another Realm of the file; nil if the row or the collection does not exist there.
  func moved(to target: _RealmCore) -> _AnyPlace? {
    guard let row = target.row(entity, key) else { return nil }
    let moved = _AnyPlace(core: target, entity: entity, column: column, row: row, id: id)
    return moved.isValid ? moved : nil
  }

  /// The stored collection; nil if it does not exist any more.
  var stored: AnyStored? { core.exclusively { current() } }

  private func current() -> AnyStored? {
    core.checkConfinement("collection")
    guard findRow() else { return nil }
    core.tracker?.read(entity.ordinal, key, column)
    if version != core.session.dataVersion {
      values = nil
      read = find()?.collection(id)
      version = core.session.dataVersion
    }
    return read
  }

  /// The elements of a list.
  var elements: [AnyRealmValue] {
    guard case .list(_, let elements)? = stored else { misuse(.collectionGone(kind: "List")) }
    return converted { elements }
  }

  /// Returns an element of the list without decoding the other elements; nil if there is no such element, if the list has already been
  /// decoded, or if it is inside another collection. Also nil after the first call for a version: further look-ups will probably follow, so
  /// the caller should decode the whole list.
  func peek(_ index: Int) -> AnyRealmValue? {
    core.exclusively {
      core.checkConfinement("collection")
      let now = core.session.dataVersion
      guard version != now, peekedVersion != now, entity.layout.columns[column].element == nil, findRow() else { return nil }
      core.tracker?.read(entity.ordinal, key, column)
      peekedVersion = now
      let cell = row.base + row.columns[column].offset + row.slot * Slot.size
      let bytes = core.reading { () throws(StoreError) in try core.session.bytes(at: cell, in: row.base) }
      guard AnyStored.collection(in: bytes)?.id == id, let found = AnyStored.element(at: index, in: bytes) else { return nil }
      return core.anyValue(found) { _AnyPlace(self, id: $0) }
    }
  }

  /// The entries of a dictionary, in ascending order of their keys.
  var entries: [(key: String, value: AnyRealmValue)] {
    guard case .dictionary(_, let entries)? = stored else { misuse(.collectionGone(kind: "Map")) }
    return Array(zip(entries.map(\.key), converted { entries.map(\.value) }))
  }

  /// The number of entries of a dictionary. Reading it converts no entry.
  var entryCount: Int {
    guard case .dictionary(_, let entries)? = stored else { misuse(.collectionGone(kind: "Map")) }
    return entries.count
  }

  /// Returns the value of a key of the dictionary; nil if there is no such key. Complexity: O(log count); O(bytes of the whole value) for
  /// the first look-up in a version of the data.
  func value(ofKey key: String) -> AnyRealmValue? {
    guard case .dictionary(_, let entries)? = stored else { misuse(.collectionGone(kind: "Map")) }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.isBefore(key) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].key.utf8.elementsEqual(key.utf8) else { return nil }
    return converted { entries.map(\.value) }[low]
  }

  private func converted(_ stored: () -> [AnyStored]) -> [AnyRealmValue] {
    core.exclusively {
      if let values { return values }
      let made = stored().map { value in core.anyValue(value) { _AnyPlace(self, id: $0) } }
      values = made
      return made
    }
  }

  private func findRow() -> Bool {
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

  // Returns the value of the cell or, in a column of values, of the element that contains the collection; nil if no element does.
  private func find() -> AnyStored? {
    let layout = entity.layout.columns[column]
    let cell = row.base + row.columns[column].offset + row.slot * Slot.size
    guard let element = layout.element else { return value(cell, row.base) }
    let elements = core.session.elements(cell, in: row.home, element)
    // The element is most often at its previous index.
    for index in [position].filter({ $0 < elements.count }) + (0..<elements.count) {
      let (place, home) = elements.place(index)
      let found = value(place + element.valueOffset, home.base)
      if found.collection(id) == nil { continue }
      position = index
      return found
    }
    return nil
  }

  private func value(_ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer) -> AnyStored {
    core.reading { () throws(StoreError) in try core.session.anyValue(cell, in: base) }
  }

  // MARK: - Changing

  func requireWrite(_ kind: String) {
    guard stored != nil else { misuse(.collectionGone(kind: kind)) }
    if core.isFrozen { misuse(.frozenCollection(kind: kind)) }
    if !core.session.isWriting { misuse(.collectionOutsideWrite(kind: kind)) }
  }

  /// Replaces the elements of the list. Complexity: O(bytes of the whole value).
  func replace(with values: [AnyRealmValue]) {
    requireWrite("List")
    WrittenProperty.begin(entity, column)
    let writing = AnyWriting(core: core, keeping: self)
    replace(with: .list(id: id, values.map { writing.stored($0) }))
  }

  /// Replaces the entries of the dictionary. Complexity: O(bytes of the whole value).
  func replace(with entries: [(key: String, value: AnyRealmValue)]) {
    requireWrite("Map")
    WrittenProperty.begin(entity, column)
    let writing = AnyWriting(core: core, keeping: self)
    let stored = entries.map { AnyEntry(key: AnyWriting.checkedKey($0.key), value: writing.stored($0.value)) }
    replace(with: .dictionary(id: id, stored.ordered(byBytes: \.key)))
  }

  private func replace(with new: AnyStored) {
    guard let found = core.reading({ () throws(StoreError) in try core.session.makeWritable(entity.ordinal, row.key) }) else {
      misuse(.collectionGone(kind: "collection"))
    }
    row = found
    guard let whole = find()?.replacing(id, with: new) else { misuse(.collectionGone(kind: "collection")) }
    if whole.depth > AnyStored.depthLimit { misuse(.tooDeep(limit: AnyStored.depthLimit)) }
    let layout = entity.layout.columns[column]
    var cell = row.base + row.columns[column].offset + row.slot * Slot.size
    if let element = layout.element {
      cell = core.session.mutableElement(row, column, element, at: position) + element.valueOffset
    }
    guard core.storeAny(whole, at: cell, in: row.base) else { return }
    core.session.mark(row, column)
    if let link = core.link(entity.ordinal, column) { core.session.forgetLinkChanges(link) }
    // A copied collection is assigned a new id when it is stored (see `AnyWriting`), so the decoded values are outdated.
    values = nil
    version = 0
    peekedVersion = 0
  }
}
