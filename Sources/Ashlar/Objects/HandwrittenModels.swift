import AshlarStore
import Synchronization

/// The entities of handwritten classes, by class. Emitted classes store their entity in a static property and are not in this table.
///
/// Invariants: after a table is published, only its free entries are filled; in an entry, the class's address is stored after the address
/// of its `Known`. Tables and the memory that they refer to are never deallocated, so readers acquire no lock and retain nothing.
enum HandwrittenModels {
  /// The entity and the accessor function of a class.
  private struct Known {
    let entity: _Entity
    let accessor: (@Sendable (_Row, AnyObject?) -> ObjectBase)?
  }

  private struct Table {
    /// Pairs of a class's address (0 in a free entry) and the address of its `Known`.
    let entries: UnsafeMutablePointer<Atomic<UInt>>
    let mask: Int

    init(capacity: Int) {
      entries = .allocate(capacity: capacity * 2)
      for index in 0..<capacity * 2 { (entries + index).initialize(to: Atomic(0)) }
      mask = capacity - 1
    }
  }

  private static let current = Atomic<UInt>(0)
  // The address of each `Known`, by class, and the capacity of the current table.
  private static let known = Guarded<(classes: [ObjectIdentifier: UInt], capacity: Int)>(([:], 0))

  /// Returns the entity of a class. Complexity: O(1), a few loads; the first call for a class creates one instance of it.
  static func entity(of type: ObjectBase.Type) -> _Entity { find(type)?.pointee.entity ?? make(type) }

  /// Creates an accessor for a row. Complexity: O(1), plus the work of the class's initializer.
  @inline(never) static func accessor<Model: ObjectBase>(_ type: Model.Type, _ row: _Row, _ own: AnyObject?) -> Model {
    if let known = find(type) {
      if let make = known.pointee.accessor { return unsafeDowncast(make(row, own), to: type) }
    } else if let make = make(type).handwritten?.accessor {
      return unsafeDowncast(make(row, own), to: type)
    }
    // The initializer creates an unmanaged row, which is replaced.
    let object = type.init()
    object._free()
    object._rowAccess = row
    object._own = own
    return object
  }

  @inline(__always) private static func find(_ type: ObjectBase.Type) -> UnsafePointer<Known>? {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    guard let table = UnsafePointer<Table>(bitPattern: current.load(ordering: .acquiring)) else { return nil }
    let (entries, mask) = (table.pointee.entries, table.pointee.mask)
    var slot = start(address, mask)
    while true {
      let key = entries[slot * 2].load(ordering: .acquiring)
      if key == address { return UnsafePointer(bitPattern: entries[slot * 2 + 1].load(ordering: .relaxed)) }
      if key == 0 { return nil }
      slot = (slot + 1) & mask
    }
  }

  private static func start(_ address: UInt, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  @inline(never) private static func make(_ type: ObjectBase.Type) -> _Entity {
    // During the discovery of a class, its initial values may need its entity.
    var look = _Discovery.current
    while let known = look {
      if known.entity.type == type { return known.entity }
      look = known.outer
    }
    guard let handwritten = type as? any _HandwrittenModel.Type else { noSchema(type) }
    let linked = handwritten._linkedSchema
    guard let model = linked.handwritten.first(where: { $0.type == type }) else { noSchema(type) }
    let entity = linked.makeEntity(model.name, type)
    entity.handwritten = model
    entity.codeDefaults = _Discovery.look(at: entity, model)
    return publish(entity, type, linked)
  }

  private static func noSchema(_ type: ObjectBase.Type) -> Never {
    misuse(
      .schema(
        "'\(type)' has no schema: models are generated from YAML, or written by hand with '@Persisted' in a target that uses the plugin "
          + "AshlarGenerate."))
  }

  /// Publishes the entity of a class, and returns it. If another thread has already published an entity of the class, returns that entity.
  private static func publish(_ entity: _Entity, _ type: ObjectBase.Type, _ linked: _LinkedSchema) -> _Entity {
    known.withLock { known in
      if let first = known.classes[ObjectIdentifier(type)].flatMap({ UnsafePointer<Known>(bitPattern: $0) }) { return first.pointee.entity }
      let made = UnsafeMutablePointer<Known>.allocate(capacity: 1)
      made.initialize(to: Known(entity: entity, accessor: entity.handwritten?.accessor))
      known.classes[ObjectIdentifier(type)] = UInt(bitPattern: made)
      linked.add(entity)
      if known.classes.count * 2 > known.capacity {
        known.capacity = max(64, known.capacity * 2)
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: Table(capacity: known.capacity))
        for (key, known) in known.classes { insert(known, key, table.pointee) }
        current.store(UInt(bitPattern: table), ordering: .releasing)
      } else if let table = UnsafePointer<Table>(bitPattern: current.load(ordering: .relaxed)) {
        insert(UInt(bitPattern: made), ObjectIdentifier(type), table.pointee)
      }
      return entity
    }
  }

  private static func insert(_ known: UInt, _ type: ObjectIdentifier, _ table: Table) {
    let address = UInt(bitPattern: type)
    var slot = start(address, table.mask)
    while table.entries[slot * 2].load(ordering: .relaxed) != 0 { slot = (slot + 1) & table.mask }
    table.entries[slot * 2 + 1].store(known, ordering: .relaxed)
    table.entries[slot * 2].store(address, ordering: .releasing)
  }
}
