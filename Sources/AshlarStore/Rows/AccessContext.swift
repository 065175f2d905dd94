/// What every accessor of one Realm instance shares; on the C heap, so that a read costs no reference counting and no
/// exclusivity check. There is one for each Realm instance, one for each recording and one for all unmanaged objects.
@frozen public struct AccessContext {
  /// What the accessors are.
  public enum Kind: UInt, Sendable {
    case unmanaged = 0
    case live = 1
    case recorder = 3
  }

  /// Bumped whenever a base pointer may have become stale: advance, first touch of a cluster, commit, cancel.
  public var generation: UInt64
  /// What an accessor that may store into its base has as `writable`, never repeated; `noWrite` when no write is open. Not
  /// 0 then: that is what accessors of rows in the map have.
  public var writeGeneration: UInt64
  /// What an accessor has as `writable` that finds its row in a cluster of the open write: `writeGeneration`, but 0 from when results were
  /// computed until something is changed. Its first store has to tell that it changes something.
  public var foundGeneration: UInt64 = 0
  /// The thread on which confinement was last verified.
  public var owner: UInt
  /// All ones for live contexts; 0 when any thread may read.
  public var ownerMask: UInt
  /// A raw value of `Kind`.
  public var kind: UInt
  /// The Realm instance or the recorder; unowned.
  public var core: Unmanaged<AnyObject>?
  /// What slots may refer to besides their cluster; unowned. Nil where there is no file.
  public var values: Unmanaged<StoredValues>?
  /// By entity ordinal.
  public var tables: UnsafeMutablePointer<TableView>?
  /// How many entity ordinals `tables` has.
  public var tableCount: Int

  /// The write generation when no write is open: no accessor has it.
  public static var noWrite: UInt64 { .max }

  /// A context without tables.
  public init(kind: Kind, generation: UInt64, writeGeneration: UInt64) {
    self.generation = generation
    self.writeGeneration = writeGeneration
    owner = 0
    ownerMask = 0
    self.kind = kind.rawValue
    core = nil
    values = nil
    tables = nil
    tableCount = 0
  }
}
