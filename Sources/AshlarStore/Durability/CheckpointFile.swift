import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the checkpoint of a database lies: beside it. Its file is made under another name, synced, and moved there. Later checkpoints of the
/// process that made it are written into its slots in turn.
///
/// Invariants: it is put in place and removed only inside a transaction of LMDB, or while nobody has the database open. Only the process that
/// made a file writes to its slots, on one thread, and never to the slot that counts.
struct CheckpointFile {
  /// The path of the database, as given.
  let path: String
  // One place, whichever path leads to the database, and wherever the process goes.
  private let place: String

  init(_ path: String) {
    let real = realpath(path, nil)
    defer { free(real) }
    self.init(path, beside: real.map { String(cString: $0) } ?? path)
  }

  /// That of a database which is open, also if links on the way to it were changed since.
  /// - Parameter descriptor: the database's.
  init(_ path: String, of descriptor: Int32) {
    let opened = FileStatus(descriptor).identity
    if FileStatus(path).identity != opened, let real = CheckpointFile.realPath(of: descriptor), FileStatus(real).identity == opened {
      self.init(path, beside: real)
    } else {
      self.init(path)
    }
  }

  private init(_ path: String, beside real: String) {
    self.path = path
    place = real + ".checkpoint"
  }

  // Nil where the system does not tell.
  private static func realPath(of descriptor: Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer -> String? in
      #if canImport(Darwin)
        guard fcntl(descriptor, F_GETPATH, buffer.baseAddress!) == 0 else { return nil }
      #else
        let count = readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, buffer.count - 1)
        guard count > 0 else { return nil }
        buffer[count] = 0
      #endif
      return String(cString: buffer.baseAddress!)
    }
  }

  /// Whether there is one beside a file whose path has no symbolic links.
  static func mayExist(_ path: String) -> Bool { access(path + ".checkpoint", F_OK) == 0 }

  private var temporary: String { place + "-new" }

  var exists: Bool { access(place, F_OK) == 0 }

  /// Nil when there is none.
  func read() throws(StoreError) -> Checkpoint? {
    guard let descriptor = try CompanionFile.openToRead(place, of: path) else { return nil }
    defer { close(descriptor) }
    // A slot may be written meanwhile; the other one is whole, unless this takes as long as a sync.
    for _ in 0..<3 { if let found = try? CheckpointSlots.newest(in: contents(descriptor), path: path) { return found } }
    return try CheckpointSlots.newest(in: contents(descriptor), path: path)
  }

  private func contents(_ descriptor: Int32) throws(StoreError) -> [UInt8] {
    // One more than it has: longer ones are none.
    var bytes = [UInt8](repeating: 0, count: CheckpointSlots.size + 1)
    var count = 0
    while count < bytes.count {
      let done = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + count, $0.count - count, off_t(count)) }
      if done == 0 { break }
      if done > 0 { count += done } else if errno != EINTR { throw LMDBCode.error(errno, place, "read") }
    }
    return Array(bytes.prefix(count))
  }

  /// The checkpoint that an opening has to go back to: that of an earlier start of the machine.
  func pending(boot: BootIdentity?) throws(StoreError) -> Checkpoint? {
    guard let found = try read() else { return nil }
    guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
    return found.boot == boot ? nil : found
  }

  /// Writes a checkpoint into a slot, on the disk. When it throws, the slot has it, or what it had, or nothing.
  /// - Parameters:
  ///   - slot: not the one that counts.
  ///   - descriptor: from `install`; the file has its name.
  ///   - database: a descriptor of the database.
  func put(_ checkpoint: Checkpoint, slot: Int, in descriptor: Int32, of database: Int32) throws(StoreError) {
    _ = try model(database)
    let bytes = checkpoint.encoded
    var count: Int
    repeat { count = pwrite(descriptor, bytes, bytes.count, off_t(CheckpointSlots.offsets[slot])) } while count < 0 && errno == EINTR
    if count != bytes.count { throw error("save the checkpoint", count < 0 ? errno : ENOSPC) }
    #if canImport(Darwin)
      // O_DSYNC waits for the disk's memory only.
      if fcntl(descriptor, F_FULLFSYNC) != 0, fsync(descriptor) != 0 { throw error("sync the checkpoint", errno) }
    #endif
  }

  // What the database is; throws when another file is at its path.
  private func model(_ database: Int32) throws(StoreError) -> stat {
    var model = stat()
    var named = stat()
    if fstat(database, &model) != 0 { throw error("stat", errno) }
    if stat(path, &named) != 0 {
      throw errno == ENOENT || errno == ENOTDIR ? .notAtItsPath(path: path, isMissing: true) : error("stat", errno)
    }
    if (model.st_dev, model.st_ino) != (named.st_dev, named.st_ino) { throw .notAtItsPath(path: path, isMissing: false) }
    return model
  }

  /// Puts a file with this checkpoint in place of what is there, on the disk. When it throws, there is the one or the other.
  /// - Parameter database: a descriptor of the database.
  /// - Returns: a descriptor of the file, to be closed, which writes to the disk: it is without a name once it was replaced or removed.
  func install(_ checkpoint: Checkpoint, of database: Int32) throws(StoreError) -> Int32 {
    let model = try model(database)
    // A process that was killed may have left one.
    unlink(temporary)
    guard let descriptor = try CompanionFile.create(temporary, mode: 0o600, flags: O_DSYNC) else {
      throw error("create '\(temporary)'", EEXIST)
    }
    var isDone = false
    defer {
      if !isDone {
        close(descriptor)
        unlink(temporary)
      }
    }
    // Everyone who may open the database must be able to read it.
    var info = stat()
    var code = fchmod(descriptor, model.st_mode & 0o777)
    if code == 0, fstat(descriptor, &info) == 0, (info.st_uid, info.st_gid) != (model.st_uid, model.st_gid) {
      code = fchown(descriptor, model.st_uid, model.st_gid)
    }
    if code != 0 { throw error("set the permissions of the checkpoint", errno) }
    let bytes = CheckpointSlots.file(checkpoint)
    let count = write(descriptor, bytes, bytes.count)
    if count != bytes.count { throw error("save the checkpoint", count < 0 ? errno : ENOSPC) }
    code = ashlar_sync_descriptor(descriptor)
    if code != 0 { throw error("sync the checkpoint", code) }
    if rename(temporary, place) != 0 { throw error("rename the checkpoint", errno) }
    try syncFolder()
    isDone = true
    return descriptor
  }

  /// Removes it, on the disk too, and what a killed process left of a new one.
  func remove() throws(StoreError) {
    unlink(temporary)
    if unlink(place) != 0 {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw error("remove the checkpoint", errno)
    }
    try syncFolder()
  }

  private func syncFolder() throws(StoreError) {
    let folder = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
    let code = ashlar_sync_file(folder)
    if code != 0 { throw error("sync the folder", code) }
  }

  private func error(_ operation: String, _ code: Int32) -> StoreError { LMDBCode.error(code, path, operation) }
}
