import AshlarSchema
public import AshlarStore
import CAshlar

/// The state of a `for` loop. The loop visits exactly the elements that existed when it began, in their order at that time; an object that
/// has been deleted in the meantime is returned as an invalidated object.
///
/// An iteration has one of four sources: rows of a table, 64 at a time as the bits of a liveness word of a cluster; keys; copied cells; or
/// Swift values in memory.
@frozen public struct _Iteration {
  /// The form of an iteration's elements.
  @frozen public enum Held: UInt8, Sendable {
    /// Rows, including rows given by their keys.
    case rows
    /// Cells that were copied from a stored collection.
    case cells
    /// Swift values.
    case values
  }

  /// The remaining rows of the current group of 64, one bit each.
  public var bits: UInt64 = 0
  /// For rows, the slot of bit 0; for cells and values, the stride in bytes.
  public var firstSlot: Int
  /// The key of the row in slot 0.
  public var firstKey: Int64 = 0
  /// The context's generation when `base` was located; 0 if the remaining rows must be located again.
  public var generation: UInt64 = 0
  // The current row. Its fields are in an order in which no two neighbors are also neighbors in `_Row`: the compiler copies such neighbors
  // as a pair, and loading a pair whose halves were just stored stalls until both stores have completed.
  /// The cluster of the current row, valid for the slots in `bits` while `generation` is the context's; for cells and values, the address
  /// of the first element.
  public var base: UnsafeMutableRawPointer
  /// The slot of the current row.
  public var slot = 0
  /// The column offsets of the current row's cluster.
  public var columns: UnsafePointer<ColumnOffset>
  /// The write generation of the current row, as in `_Row`.
  public var writable: UInt64 = 0
  /// The key of the current row.
  public var key: Int64 = -1
  /// The context's generation when the current row was located.
  public var rowGeneration: UInt64 = 0
  /// The access context of the Realm instance, or of unmanaged objects.
  public let context: UnsafeMutablePointer<AccessContext>
  /// The form of the elements.
  public let held: Held
  let keys: UnsafePointer<Int64>?
  let table: UnsafeMutablePointer<TableView>?
  // A source, or the collection that owns the cells. It is the only reference in the type, because a loop copies and destroys its
  // iteration, which retains and releases each reference.
  @usableFromInline let holder: AnyObject
  @usableFromInline var index = 0
  @usableFromInline let count: Int

  init(_ source: IterationSource, core: _RealmCore?) {
    // All values are in local variables, because reading a property of a partially initialized value copies the value.
    let context = core?.context ?? UnmanagedContext.pointer
    let keys = source.keys
    let count = source.count
    let table = core?.context.pointee.tables.flatMap { tables in source.entity.map { tables + $0.ordinal } }
    let asked = _Iteration.isOwner(context) ? table : nil
    if let keys, let asked { for index in 0..<min(count, _Iteration.cellsAhead) { asked.pointee.prefetch(keys[index]) } }
    if let core {
      source.owner = core
      if core.loans.thread == UInt(ashlar_thread()) { source.loan = core.takeLoan() }
      // Iterations over values have no elements that keep the Realm open.
      if core.isFrozen, source.held == .rows {
        source.loan = core.makeFrozenLoan()
        if let keys, let entity = source.entity { source.lookUpFrozen(core, entity, keys, count) }
      }
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

  /// Creates an iteration over cells that `holder` owns, which are valid as long as `holder` exists.
  init(cells: UnsafeMutableRawPointer, count: Int, stride: Int, heldBy holder: AnyObject) {
    assert(count >= 0 && stride > 0, "an iteration over cells has a stride")
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

  // The source of the iteration. Undefined for an iteration over cells that a collection owns.
  @inlinable @inline(__always) var source: IterationSource { unsafeDowncast(holder, to: IterationSource.self) }

  /// Whether the elements are rows given by their keys.
  var hasKeys: Bool { keys != nil }

  /// The current row.
  @inlinable @inline(__always) public var row: _Row {
    _Row(base: base, columns: columns, context: context, generation: rowGeneration, writable: writable, slot: slot, key: key)
  }

  /// Advances to the next row. Returns false at the end.
  @inlinable @inline(__always) public mutating func nextRow() -> Bool {
    guard bits != 0, generation == context.pointee.generation else { return nextOther() }
    slot = firstSlot &+ bits.trailingZeroBitCount
    key = firstKey &+ Int64(slot)
    bits &= bits &- 1
    return true
  }

  /// Returns the reference that keeps the current element's Realm open.
  @inlinable @inline(__always) public func ownerReference() -> _OwnerReference {
    if let loan = source.loan, let ownerReference = _OwnerReference(borrowing: loan) { return ownerReference }
    return source.ownerReferenceSlowly()
  }

  // The cells of rows, and the strings that they refer to, are prefetched this many iterations ahead: a memory access takes about a hundred
  // nanoseconds, and twice as long on a TLB miss.
  fileprivate static let cellsAhead = 8
  fileprivate static let textAhead = 4

  @inline(never) @usableFromInline mutating func nextOther() -> Bool {
    guard let keys else { return nextRowSlowly() }
    guard index < count else { return false }
    let next = keys[index]
    index &+= 1
    guard let table, _Iteration.isOwner(context) else { return moveToFrozen(next, keys) }
    _Iteration.ask(ahead: keys + index, count &- index, table)
    return move(to: TableView.place(of: next, in: table, writing: context.pointee.foundGeneration), next)
  }

  // Moves to a row of a frozen Realm, or to a row that is read on a thread other than the last verified one.
  private mutating func moveToFrozen(_ next: Int64, _ keys: UnsafePointer<Int64>) -> Bool {
    // The memory of clusters is valid until the frozen Realm is invalidated, which changes its generation.
    guard let clusters = source.frozenClusters, source.frozenGeneration == context.pointee.generation else {
      return move(to: source.row(next))
    }
    clusters.ask(ahead: keys + index, count &- index)
    return move(to: clusters.place(of: next), next)
  }

  @inline(__always)
  private mutating func move(to place: RowPlace, _ next: Int64) -> Bool {
    guard let found = place.base else { return move(to: source.row(next)) }
    base = found
    slot = place.slot
    columns = place.columns
    writable = place.writable
    key = next
    rowGeneration = context.pointee.generation
    return true
  }

  // Prefetches the rows that are read a few iterations later. Consecutive rows of one cluster are close to one another in memory, so they
  // need no prefetch.
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

  // Returns whether the current thread is the owner of a context. On any other thread, the cluster directory could change concurrently.
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
    if synchronize() { return nextRow() }
    // At least one of the remaining rows of the group was deleted, so each of them is looked up.
    let slot = firstSlot + bits.trailingZeroBitCount
    bits &= bits - 1
    return move(to: source.row(firstKey + Int64(slot)))
  }

  // Locates the remaining rows in the current version of their cluster. Returns false if any of them was deleted.
  private mutating func synchronize() -> Bool {
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

  /// Returns the next copied cell; nil at the end.
  @inlinable @inline(__always) public mutating func nextCell() -> UnsafeMutableRawPointer? {
    guard index < count else { return nil }
    let cell = base + index &* firstSlot
    index &+= 1
    return cell
  }

  /// The memory that slots of copied cells refer to, which `source` owns.
  @inlinable @inline(__always) public var home: _Home { SlotHome(base: base, context: context) }

  /// Returns the next value in memory, which must have exactly the type `T`; nil at the end.
  @inlinable @inline(__always) public mutating func nextValue<T>(_ type: T.Type) -> T? {
    nextCell().map { $0.assumingMemoryBound(to: T.self).pointee }
  }
}

extension FrozenClusters {
  // Prefetches rows of a frozen Realm as `_Iteration.ask` does for a live Realm.
  @inline(__always)
  fileprivate func ask(ahead next: UnsafePointer<Int64>, _ left: Int) {
    if left > _Iteration.textAhead {
      let text = next[_Iteration.textAhead]
      if (text ^ next[_Iteration.textAhead - 1]) >> 8 != 0 { prefetchText(text) }
    }
    if left > _Iteration.cellsAhead {
      let cells = next[_Iteration.cellsAhead]
      if (cells ^ next[_Iteration.cellsAhead - 1]) >> 8 != 0 { prefetch(cells) }
    }
  }
}

extension UnmanagedContext {
  nonisolated(unsafe) static let noColumns = ColumnTable.allocate(count: 0, ordinal: -1)
}

/// The elements of an iteration. Each subclass overrides the members that its kind of element needs.
@usableFromInline class IterationSource {
  /// The loan that the current element borrows; nil if elements have strong references.
  @exclusivity(unchecked) @usableFromInline final var loan: UnsafeMutablePointer<_Loan>?
  /// The Realm instance that elements keep alive; nil for unmanaged elements.
  @exclusivity(unchecked) final var owner: _RealmCore?

  deinit {
    assert(loan == nil || owner != nil, "a loan has an instance, to which it returns")
    if let loan { owner?.end(loan) }
  }

  // Returns a strong reference for an element. Called if there is no loan, or if an earlier element that the program has retained still
  // uses the loan. The program may retain later elements as well, and transferring a loan costs more than a strong reference.
  @inline(never) @usableFromInline final func ownerReferenceSlowly() -> _OwnerReference {
    assert(loan == nil || owner != nil, "a loan has an instance, to which it returns")
    if let loan { owner?.end(loan) }
    loan = nil
    return _OwnerReference(owner)
  }

  /// Returns the row with a key, after a confinement check; for a row that does not exist, the row of an invalidated accessor.
  @inline(never) final func row(_ key: Int64) -> _Row {
    guard let core = owner, let entity else { misuse(.invalidated(type: "object")) }
    core.checkConfinement("iterator")
    return core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, key) } ?? core.goneRow(entity)
  }

  /// The clusters of a frozen Realm's rows, for iterations over keys, and the context's generation at which they are valid.
  @exclusivity(unchecked) fileprivate final var frozenClusters: FrozenClusters?
  @exclusivity(unchecked) fileprivate final var frozenGeneration: UInt64 = 0

  fileprivate final func lookUpFrozen(_ core: _RealmCore, _ entity: _Entity, _ keys: UnsafePointer<Int64>, _ count: Int) {
    assert(core.isFrozen, "only the clusters of a frozen session stay where they are")
    guard let clusters = core.session.frozenClusters(entity.ordinal) else { return }
    frozenClusters = clusters
    frozenGeneration = core.context.pointee.generation
    for index in 0..<min(count, _Iteration.cellsAhead) { clusters.prefetch(keys[index]) }
  }

  /// The form of the elements. For cells and values, `memory` is the address of the first element, and `stride` the distance between
  /// elements in bytes.
  final var held = _Iteration.Held.rows
  final var memory: UnsafeMutableRawPointer?
  final var stride = 0

  var count: Int { 0 }
  func advance(_ iteration: inout _Iteration) -> Bool { false }
  var keys: UnsafePointer<Int64>? { nil }
  var entity: _Entity? { nil }
}

/// Rows given by their keys, which are copied into a separate allocation.
final class RowKeySource: IterationSource {
  private let buffer: UnsafeMutableBufferPointer<Int64>
  private let rowEntity: _Entity

  init(_ keys: [Int64], _ entity: _Entity) {
    buffer = .allocate(capacity: max(1, keys.count))
    _ = buffer.initialize(from: keys)
    number = keys.count
    rowEntity = entity
  }

  /// Copies the keys of the objects to which elements link; null links are omitted.
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

/// All rows of a table. Outside a write, the snapshot at the start of the loop determines the rows; inside a write, the liveness words are
/// copied at the start of the loop.
final class TableSource: IterationSource {
  private let core: _RealmCore
  private let table: TableDefinition
  private let snapshot: SharedSnapshot
  private let copied: [(first: Int64, words: [UInt64])]?
  private var cluster = 0
  private var word = 0
  private let clusters: Int
  // The clusters that contain rows at the start of the loop, if deletions may have emptied most clusters; otherwise, and inside a write,
  // nil.
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
