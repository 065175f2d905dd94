import CAshlar

/// What opening files needs of an engine besides reading and writing.
protocol FileEngine: StorageEngine {
  /// Which file it is; nil in memory.
  var identity: FileStatus.Identity? { get }
  /// Whether closing it waits for the disk.
  var closingWaits: Bool { get }
  /// Whether it can be written to, and what is written is to stay.
  var isLasting: Bool { get }
  /// Reserves room on the disk for a file of `bytes`: throws `StoreError.noSpace` when there is too little, and nothing is written then.
  func reserveRoom(_ bytes: UInt64) throws(StoreError)
  /// Gives back what was reserved and not needed.
  func giveUpRoom()
}

/// How a file is opened to write to it.
struct EngineOptions {
  /// Ends when the file is closed.
  var use: FileUse?
  /// That nobody else opens the file meanwhile.
  var claim: FileClaim?
  /// Bytes that the file is about to have, if it is to be filled.
  var expectedSize = 0
}

/// Opens engines: the one place that says which engine a file has.
enum Engines {
  /// Opens or creates a file at a path that was checked already.
  static func open(_ path: String, _ options: EngineOptions = EngineOptions()) throws(StoreError) -> any FileEngine {
    try LMDBEngine(path: path, inMemory: false, use: options.use, claim: options.claim, expecting: options.expectedSize)
  }

  /// Opens an empty file as a database in memory, which goes with its last user.
  static func openInMemory(_ path: String) throws(StoreError) -> any FileEngine { try LMDBEngine(path: path, inMemory: true) }

  /// Opens a file to read it, without looking at or making any lock. Nobody else may have it open.
  static func read(_ path: String) throws(StoreError) -> any FileEngine { try LMDBEngine(readingAlone: path) }
}

extension LMDBEngine {
  var isLasting: Bool { checkpointer != nil }

  func reserveRoom(_ bytes: UInt64) throws(StoreError) { try check(ashlar_reserve_room(dataDescriptor, Int64(bytes)), "reserve room") }

  func giveUpRoom() { ashlar_give_up_room(dataDescriptor) }
}
