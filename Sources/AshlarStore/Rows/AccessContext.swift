/// The state that all accessors of one Realm instance share. It is allocated on the C heap, so that a read needs neither reference counting
/// nor exclusivity checks. Each Realm instance and each recording has its own; all unmanaged objects share one.
@frozen public struct AccessContext {
  /// The kind of the objects that share a context.
  public enum Kind: UInt, Sendable {
    case unmanaged = 0
    case live = 1
    case recorder = 3
  }

  /// A number that is incremented whenever accessors must look up their rows again: when a base pointer may have become stale (on advance,
  /// on the first write to a cluster, on commit and on cancel), and on the first change after results were computed in a write.
  public var generation: UInt64
  /// The value of `writable` in accessors that may write to their base. Values are never reused. If no write is open, it is `noWrite`
  /// instead of 0, because accessors of rows in the memory map have 0.
  public var writeGeneration: UInt64
  /// The value of `writable` for an accessor that finds its row in a cluster of the open write; 0 if no write is open. It is
  /// `writeGeneration`, except that after results have been computed it is 0 until the next change, so that the first write takes the slow
  /// path and reports the change. It stays 0 while writes to rows are recorded.
  public var foundGeneration: UInt64 = 0
  /// The thread on which confinement was last verified.
  public var owner: UInt
  /// The mask with which the current thread is compared with `owner`: all ones for live contexts; 0 if any thread may read.
  public var ownerMask: UInt
  /// The raw value of the context's `Kind`.
  public var kind: UInt
  /// The Realm instance or the recorder; unowned.
  public var core: Unmanaged<AnyObject>?
  /// Resolves slots that refer to out-of-line values; unowned. Nil if the context has no file.
  public var values: Unmanaged<StoredValues>?
  /// The tables, by entity ordinal.
  public var tables: UnsafeMutablePointer<TableView>?
  /// The number of entity ordinals in `tables`.
  public var tableCount: Int

  /// The write generation while no write is open; no accessor has it.
  public static var noWrite: UInt64 { .max }

  /// Creates a context without tables.
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
