import AshlarSchema
public import AshlarStore
import CAshlar

/// The state of a `for` loop. It covers exactly the elements that were there when it began, in that order; objects deleted
/// meanwhile come out invalidated.
///
/// Four kinds: rows of a table, 64 at a time as bits of a cluster's liveness; keys; copied cells; or Swift values in memory.
@frozen public struct _Iteration {
  /// What elements are made of.
  @frozen public enum Held: UInt8, Sendable {
    /// Rows, also those of keys.
    case rows
    /// Cells that were copied out of a stored collection.
    case cells
    /// Values.
    case values
  }

  /// Rows still to come of the current 64.
  public var bits: UInt64 = 0
  /// The slot of bit 0; of cells and values the bytes from one to the next.
  public var firstSlot: Int
  /// The key of slot 0.
  public var firstKey: Int64 = 0
  /// The context's generation when `base` was found; 0 when the rows left have to be looked up one by one.
  public var generation: UInt64 = 0
  // The current row. In an order in which no two are neighbours as they are in a row: else they are copied on in pairs, and a
  // pair whose halves were just stored is only there when the stores are done.
  /// The current row's cluster, good for the slots in `bits` as long as `generation` is the context's; the first of cells and values.
  public var base: UnsafeMutableRawPointer
  /// The current row in it.
  public var slot = 0
  /// Where its columns lie.
  public var columns: UnsafePointer<ColumnOffset>
  /// As in a row.
  public var writable: UInt64 = 0
  /// The current row's key.
  public var key: Int64 = -1
  /// The context's generation when the current row was found.
  public var rowGeneration: UInt64 = 0
  /// The owner's context.
  public let context: UnsafeMutablePointer<AccessContext>
  /// What elements are made of.
  public let held: Held
  let keys: UnsafePointer<Int64>?
  let table: UnsafeMutablePointer<TableView>?
  // The only reference: a loop copies and destroys its iteration. A source, or the collection that holds the cells.
  @usableFromInline let holder: AnyObject
  @usableFromInline var index = 0
  @usableFromInline let count: Int

  init(_ source: IterationSource, core: _RealmCore?) {
    // All in variables, not in this: a part of something half made is read through a copy of it.
    let context = core?.context ?? UnmanagedContext.pointer
    let keys = source.keys
    let count = source.count
    let table = core?.context.pointee.tables.flatMap { tables in source.entity.map { tables + $0.ordinal } }
    let asked = _Iteration.isOwner(context) ? table : nil
    if let keys, let asked { for index in 0..<min(count, _Iteration.cellsAhead) { asked.pointee.prefetch(keys[index]) } }
    if let core {
      source.owner = core
      if core.loans.thread == UInt(ashlar_thread()) { source.loan = core.takeLoan() }
    }
    if let keys, let asked { for index in 0..<min(count, _Iteration.textAhead) { asked.pointee.prefetchText(keys[index]) } }
    holder = source
    self.context = context
    self.keys = keys
    self.count = count
    self.table = table
    base = source.memory ?? UnmanagedContext.nothing
    firstSlot = source.stride
    columns = UnsafePointer(UnmanagedContext.noColumns)
    held = source.held
  }

  /// Cells that `holder` holds as long as it lives.
  init(cells: UnsafeMutableRawPointer, count: Int, stride: Int, heldBy holder: AnyObject) {
    self.holder = holder
    self.count = count
    context = UnmanagedContext.pointer
    keys = nil
    table = nil
    base = cells
    firstSlot = stride
    columns = UnsafePointer(UnmanagedContext.noColumns)
    held = .cells
  }

  // Of all but cells that a collection holds.
  @inlinable @inline(__always) var source: IterationSource { unsafeDowncast(holder, to: IterationSource.self) }

  /// Whether the elements are rows, by their keys.
  var hasKeys: Bool { keys != nil }

  /// The current row.
  @inlinable @inline(__always) public var row: _Row {
    _Row(base: base, columns: columns, context: context, generation: rowGeneration, writable: writable, slot: slot, key: key)
  }

  /// Moves to the next row; false at the end.
  @inlinable @inline(__always) public mutating func nextRow() -> Bool {
    guard bits != 0, generation == context.pointee.generation else { return nextOther() }
    slot = firstSlot &+ bits.trailingZeroBitCount
    key = firstKey &+ Int64(slot)
    bits &= bits &- 1
    return true
  }

  /// What keeps the current element's Realm open.
  @inlinable @inline(__always) public func ownerReference() -> _OwnerReference {
    if let loan = source.loan, let ownerReference = _OwnerReference(borrowing: loan) { return ownerReference }
    return source.ownerReferenceSlowly()
  }

  // Cells of rows, and text that these lead to, are asked for as many turns before they come: memory is some hundred nanoseconds
  // away, twice that where the page is not at hand either.
  private static let cellsAhead = 8
  private static let textAhead = 4

  @inline(never) @usableFromInline mutating func nextOther() -> Bool {
    guard let keys else { return nextRowSlowly() }
    guard index < count else { return false }
    let next = keys[index]
    index &+= 1
    guard let table, _Iteration.isOwner(context) else { return move(to: source.row(next)) }
    _Iteration.ask(ahead: keys + index, count &- index, table)
    let place = TableView.place(of: next, in: table, writing: context.pointee.foundGeneration)
    guard let found = place.base else { return move(to: source.row(next)) }
    base = found
    slot = place.slot
    columns = place.columns
    writable = place.writable
    key = next
    rowGeneration = context.pointee.generation
    return true
  }

  // Rows of one cluster that come after one another are near one another.
  @inline(__always)
  private static func ask(ahead next: UnsafePointer<Int64>, _ left: Int, _ table: UnsafeMutablePointer<TableView>) {
    if left > _Iteration.textAhead {
      let text = next[_Iteration.textAhead]
      if (text ^ next[_Iteration.textAhead - 1]) >> 8 != 0 { table.pointee.prefetchText(text) }
    }
    if left > _Iteration.cellsAhead {
      let cells = next[_Iteration.cellsAhead]
      if (cells ^ next[_Iteration.cellsAhead - 1]) >> 8 != 0 { table.pointee.prefetch(cells) }
    }
  }

  // Else the directory may be changed by others meanwhile.
  @inline(__always)
  private static func isOwner(_ context: UnsafeMutablePointer<AccessContext>) -> Bool { UInt(ashlar_thread()) == context.pointee.owner }

  private mutating func move(to row: _Row) -> Bool {
    base = row.base
    slot = row.slot
    columns = row.columns
    writable = row.writable
    key = row.key
    rowGeneration = row.generation
    return true
  }

  private mutating func nextRowSlowly() -> Bool {
    while bits == 0 {
      guard source.advance(&self) else { return false }
    }
    if synchronise() { return nextRow() }
    // Some of what is left of the 64 rows is gone: each is looked up.
    let slot = firstSlot + bits.trailingZeroBitCount
    bits &= bits - 1
    return move(to: source.row(firstKey + Int64(slot)))
  }

  // Takes the rows that are left from the cluster as it is now; false when not all of them are there.
  private mutating func synchronise() -> Bool {
    generation = 0
    guard let core = source.owner, let entity = source.entity, let table = core.session.table(entity.ordinal) else { return false }
    core.checkConfinement("iterator")
    let now = core.reading { () throws(StoreError) in
      try core.session.currentCluster(table, Int(firstKey >> Int64(table.layout.shift)))
    }
    guard firstSlot < now.capacity, Cluster(now.base).livenessWord(firstSlot / 64) & bits == bits else { return false }
    generation = context.pointee.generation
    base = now.base
    columns = now.columns
    writable = now.writable
    rowGeneration = generation
    return true
  }

  /// The next of copied cells.
  @inlinable @inline(__always) public mutating func nextCell() -> UnsafeMutableRawPointer? {
    guard index < count else { return nil }
    let cell = base + index &* firstSlot
    index &+= 1
    return cell
  }

  /// What slots of copied cells refer to: memory that `source` holds.
  @inlinable @inline(__always) public var home: _Home { SlotHome(base: base, context: context) }

  /// The next of values in memory, which are of this very type.
  @inlinable @inline(__always) public mutating func nextValue<T>(_ type: T.Type) -> T? {
    nextCell().map { $0.assumingMemoryBound(to: T.self).pointee }
  }
}

extension UnmanagedContext {
  nonisolated(unsafe) static let noColumns = ColumnTable.allocate(count: 0, ordinal: -1)
}

/// Where an iteration's elements come from. Subclasses override what their kind of element needs.
@usableFromInline class IterationSource {
  /// What the current element has; nil when elements have references.
  @exclusivity(unchecked) @usableFromInline final var loan: UnsafeMutablePointer<_Loan>?
  /// What elements keep alive.
  @exclusivity(unchecked) final var owner: _RealmCore?

  deinit { if let loan { owner?.close(loan) } }

  // An element outlived its turn: so may others, and leaving a loan costs more than a reference.
  @inline(never) @usableFromInline final func ownerReferenceSlowly() -> _OwnerReference {
    if let loan { owner?.close(loan) }
    loan = nil
    return _OwnerReference(owner)
  }

  /// A row by its key, looked up where this thread may.
  @inline(never) final func row(_ key: Int64) -> _Row {
    guard let core = owner, let entity else { misuse(.invalidated(type: "object")) }
    core.checkConfinement("iterator")
    return core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, key) } ?? core.goneRow(entity)
  }

  /// What elements are made of; of cells and values also where the first is, and how many bytes it is from one to the next.
  final var held = _Iteration.Held.rows
  final var memory: UnsafeMutableRawPointer?
  final var stride = 0

  var count: Int { 0 }
  func advance(_ iteration: inout _Iteration) -> Bool { false }
  var keys: UnsafePointer<Int64>? { nil }
  var entity: _Entity? { nil }
}

/// Keys that were computed, in memory of their own.
final class KeySource: IterationSource {
  private let buffer: UnsafeMutableBufferPointer<Int64>
  private let rowEntity: _Entity

  init(_ keys: [Int64], _ entity: _Entity) {
    buffer = .allocate(capacity: max(1, keys.count))
    _ = buffer.initialize(from: keys)
    number = keys.count
    rowEntity = entity
  }

  /// The objects that elements link to, nulls left out.
  init(_ elements: PackedElements, _ entity: _Entity) {
    buffer = .allocate(capacity: max(1, elements.count))
    number = elements.links(to: buffer)
    rowEntity = entity
  }

  deinit { buffer.deallocate() }

  private let number: Int
  override var count: Int { number }
  override var keys: UnsafePointer<Int64>? { UnsafePointer(buffer.baseAddress) }
  override var entity: _Entity? { rowEntity }
}

/// All rows of a table. Outside a write the snapshot of the beginning tells which; inside one the liveness is copied.
final class TableSource: IterationSource {
  private let core: _RealmCore
  private let table: TableDefinition
  private let snapshot: SharedSnapshot
  private let copied: [(first: Int64, words: [UInt64])]?
  private var cluster = 0
  private var word = 0
  private let clusters: Int
  // Those with rows when the loop began, where deletions have emptied most.
  private let sparse: [Int]?

  private let rowEntity: _Entity
  override var entity: _Entity? { rowEntity }

  init(core: _RealmCore, table: TableDefinition, entity: _Entity) {
    self.core = core
    rowEntity = entity
    self.table = table
    snapshot = core.session.shared
    let isWriting = core.session.isWriting
    sparse = isWriting ? nil : core.reading { () throws(StoreError) in try core.session.sparseClusters(table.ordinal) }
    clusters = sparse?.count ?? core.session.clusterCount(table.ordinal)
    if isWriting {
      var copy: [(first: Int64, words: [UInt64])] = []
      core.reading {
        try core.session.forEachCluster(table.ordinal) { first, base in
          copy.append((first, (0..<core.session.livenessWords(base)).map { Cluster(base).livenessWord($0) }))
        }
      }
      copied = copy
    } else {
      copied = nil
    }
  }

  override func advance(_ iteration: inout _Iteration) -> Bool {
    let session = core.session
    core.checkConfinement("iterator")
    while true {
      let first: Int64
      let bits: UInt64
      if let copied {
        guard cluster < copied.count else { return false }
        first = copied[cluster].first
        guard word < copied[cluster].words.count else {
          cluster += 1
          word = 0
          continue
        }
        bits = copied[cluster].words[word]
      } else {
        guard cluster < clusters else { return false }
        let number = sparse?[cluster] ?? cluster
        let base = core.reading { () throws(StoreError) in try session.committedCluster(table, number, in: snapshot) }
        first = Int64(number) << Int64(table.layout.shift)
        guard let base, word < session.livenessWords(base) else {
          cluster += 1
          word = 0
          continue
        }
        bits = Cluster(base).livenessWord(word)
      }
      word += 1
      guard bits != 0 else { continue }
      iteration.bits = bits
      iteration.firstSlot = (word - 1) * 64
      iteration.firstKey = first
      iteration.generation = 0
      return true
    }
  }
}
