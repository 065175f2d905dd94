import AshlarSchema
public import AshlarStore

/// The state of a `for` loop. It covers exactly the elements that were there when it began, in that order; objects deleted
/// meanwhile come out invalidated.
///
/// Two kinds: rows of a table, 64 at a time as bits of a cluster's liveness; or `count` indexes into keys, packed elements
/// or objects that `source` holds.
@frozen public struct _Iteration {
  /// Rows still to come of the current 64.
  public var bits: UInt64 = 0
  /// The slot of bit 0.
  public var firstSlot = 0
  /// The key of slot 0.
  public var firstKey: Int64 = 0
  /// The current cluster, valid at `generation`.
  public var base: UnsafeMutableRawPointer
  /// The cluster's column offsets.
  public var columns: UnsafePointer<ColumnOffset>
  /// The Realm's context.
  public var context: UnsafeMutablePointer<AccessContext>
  /// When `base` was found.
  public var generation: UInt64 = 0
  /// The write generation when the cluster is an overlay, else 0.
  public var writable: UInt64 = 0
  /// What elements keep alive.
  public var own: AnyObject?
  var source: IterationSource
  @usableFromInline var index = 0
  @usableFromInline var count: Int

  init(_ source: IterationSource, core: RealmCore?) {
    self.source = source
    own = core
    base = UnmanagedContext.nothing
    context = core?.context ?? UnmanagedContext.pointer
    columns = UnsafePointer(UnmanagedContext.noColumns)
    count = source.count
  }

  /// The next index of the second kind.
  @inlinable public mutating func nextIndex() -> Int? {
    guard index < count else { return nil }
    index += 1
    return index - 1
  }

  /// The next 64 rows; false when there are none.
  @inline(never) public mutating func advance() -> Bool { source.advance(&self) }

  /// A packed element.
  @inline(never) public func element<T: RealmCollectionValue>(_ index: Int, _ type: T.Type) -> T? {
    source.element(index, type)
  }

  /// An object that the source holds itself.
  @inline(never) public func object(_ index: Int) -> ObjectBase? { source.object(index) }

  /// The row of the key at an index.
  @inline(never) public func located(_ index: Int, _ entity: Entity) -> _Row { relocated(source.key(index), entity) }

  /// The row of a key as it is now.
  @inline(never) public func relocated(_ key: Int64, _ entity: Entity) -> _Row {
    guard let core = own as? RealmCore else { misuse(.invalidated(type: entity.model.name)) }
    core.checkConfinement("iterator")
    return core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, key) } ?? core.goneRow(entity)
  }
}

extension UnmanagedContext {
  nonisolated(unsafe) static let noColumns = UnsafeMutablePointer<ColumnOffset>.allocate(capacity: 1)
}

/// Where an iteration's elements come from. Subclasses override what their kind of element needs.
@usableFromInline class IterationSource {
  var count: Int { 0 }
  func advance(_ iteration: inout _Iteration) -> Bool { false }
  func element<T: RealmCollectionValue>(_ index: Int, _ type: T.Type) -> T? { nil }
  func object(_ index: Int) -> ObjectBase? { nil }
  func key(_ index: Int) -> Int64 { -1 }
}

/// Keys that were computed.
final class KeySource: IterationSource {
  private let keys: [Int64]
  init(_ keys: [Int64]) { self.keys = keys }
  override var count: Int { keys.count }
  override func key(_ index: Int) -> Int64 { keys[index] }
}

/// Values that were copied out of a list.
final class ValueSource<Value: RealmCollectionValue>: IterationSource {
  private let values: [Value]
  init(_ values: [Value]) { self.values = values }
  override var count: Int { values.count }
  override func element<T: RealmCollectionValue>(_ index: Int, _ type: T.Type) -> T? { values[index] as? T }
  override func object(_ index: Int) -> ObjectBase? { values[index] as? ObjectBase }
}

/// All rows of a table. Outside a write the snapshot of the beginning tells which; inside one the liveness is copied.
final class TableSource: IterationSource {
  private let core: RealmCore
  private let table: TableDefinition
  private let snapshot: SharedSnapshot
  private let copied: [(first: Int64, words: [UInt64])]?
  private var cluster = 0
  private var word = 0
  private let clusters: Int

  init(core: RealmCore, table: TableDefinition) {
    self.core = core
    self.table = table
    snapshot = core.session.shared
    clusters = core.session.clusterCount(table.ordinal)
    if core.session.isWriting {
      var copy: [(first: Int64, words: [UInt64])] = []
      core.reading {
        try core.session.forEachCluster(table.ordinal) { first, base in
          copy.append((first, (0..<core.session.livenessWords(base)).map { base.livenessWord($0) }))
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
        let base = core.reading { () throws(StoreError) in try session.committedCluster(table, cluster, in: snapshot) }
        first = Int64(cluster) << Int64(table.layout.shift)
        guard let base, word < session.livenessWords(base) else {
          cluster += 1
          word = 0
          continue
        }
        bits = base.livenessWord(word)
      }
      word += 1
      guard bits != 0 else { continue }
      // The cluster as it is now; rows that are gone by now are sorted out one by one.
      let now = core.reading { () throws(StoreError) in try session.currentCluster(table, Int(first >> Int64(table.layout.shift))) }
      iteration.bits = bits
      iteration.firstSlot = (word - 1) * 64
      iteration.firstKey = first
      iteration.base = now.base
      iteration.columns = now.columns
      iteration.writable = now.writable
      // Only where every row is still live may the rows be taken from the cluster as they are.
      let stillLive = iteration.firstSlot < now.capacity ? now.base.livenessWord(word - 1) : 0
      iteration.generation = stillLive & bits == bits ? core.context.pointee.generation : 0
      return true
    }
  }
}
