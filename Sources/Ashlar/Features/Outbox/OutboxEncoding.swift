import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoding of an asymmetric object in the outbox, as docs/storage.md specifies it.
///
/// An object of a type without a primary key begins with 16 bytes that identify it uniquely. The columns follow in the order of
/// declaration. A column of fixed width is encoded as its cell. If the column is optional, a byte precedes the cell and states whether
/// there is a value; if there is none, the cell is omitted. Text and bytes are preceded by their length as a UInt32, which is all ones for
/// nil. A link to an object is encoded as a byte that states whether there is a target with a primary key that is not null; if so, this key
/// follows, as a cell or as text. Embedded objects, collections and `AnyRealmValue`s are JSON, stored in the same form as text.
struct OutboxEncoding {
  private let core: _RealmCore
  private(set) var bytes: [UInt8]

  /// - Parameter bytes: Memory to reuse; its content is discarded.
  init(core: _RealmCore, bytes: [UInt8]) {
    self.core = core
    self.bytes = bytes
    self.bytes.removeAll(keepingCapacity: true)
  }

  /// Encodes an unmanaged object. Objects that it links to become managed.
  mutating func encode(_ object: ObjectBase) {
    let entity = object._entity
    object._settleDefaults()
    for (column, type) in entity.unsureDefaults { object._checkCustomDefault(column, type) }
    if entity.keyColumn < 0 { append(UUID._fresh().uuid) }
    let block = object._rowAccess
    for column in entity.columns.indices {
      let layout = entity.columns[column]
      let cell = block.base + block.columns[column].offset
      switch layout.kind {
      case .scalar, .date: append(cell, layout, layout.hasNullFlag ? block.base + block.columns[column].null : nil)
      case .string, .data: append(text: cell, in: block.home)
      case .link: append(keyOf: UnmanagedCell.object(cell) as? ObjectBase)
      case .embedded:
        if let embedded = UnmanagedCell.object(cell) as? ObjectBase { append(json: embedded) } else { appendNull() }
      case .list, .set, .map: append(json: object._anyCollection(column))
      case .any:
        let value = UnmanagedCell.any(cell)
        if case .none = value { appendNull() } else { append(json: value) }
      }
    }
  }

  // MARK: - Parts

  private mutating func append<Value: BitwiseCopyable>(_ value: Value) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }

  private mutating func appendNull() { append(UInt32.max) }

  private mutating func append(_ cell: UnsafeRawPointer, _ layout: ColumnLayout, _ null: UnsafeRawPointer?) {
    if let null {
      let flag = null.load(as: UInt8.self)
      bytes.append(flag)
      if flag == 0 { return }
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: cell, count: layout.width))
  }

  private mutating func append(text cell: UnsafeRawPointer, in home: SlotHome) {
    if Slot(at: cell).isNull { return appendNull() }
    let text = Slot.bytes(at: cell, in: home)
    append(UInt32(text.count))
    bytes.append(contentsOf: text)
  }

  private mutating func append(keyOf target: ObjectBase?) {
    guard let target else { return bytes.append(0) }
    core.add(target, policy: .error)
    let entity = target._entity
    let layout = entity.columns[entity.keyColumn]
    let cell = UnsafeRawPointer(target._cell(entity.keyColumn, layout.width))
    if layout.kind == .string {
      if Slot(at: cell).isNull { return bytes.append(0) }
      bytes.append(1)
      append(text: cell, in: target._rowAccess.home)
    } else {
      if layout.hasNullFlag, target._nullFlag(entity.keyColumn).load(as: UInt8.self) == 0 { return bytes.append(0) }
      bytes.append(1)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: cell, count: layout.width))
    }
  }

  private mutating func append(json value: Any) {
    let place = bytes.count
    append(UInt32(0))
    var json = OutboxJSON(core: core, bytes: bytes)
    bytes = []
    json.append(value)
    bytes = json.bytes
    let count = UInt32(clamping: bytes.count - place - 4)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: count, toByteOffset: place, as: UInt32.self) }
  }
}
