import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The checkpoint file beside a database. The file is created under a temporary name, synced and renamed. The process that created it
/// writes its later checkpoints alternately into the two slots.
///
/// Invariants: the file is installed and removed only inside an LMDB write transaction, or while the database is not open in any process.
/// Only the process that created a file writes to its slots, on one thread, and never to the current slot.
struct CheckpointFile {
  /// The path of the database as the caller passed it.
  let path: String
  // The absolute path of the checkpoint, independent of the path at which the database was opened and of the working directory.
  private let place: String

  init(_ path: String) {
    let real = realpath(path, nil)
    defer { free(real) }
    self.init(path, beside: real.map { String(cString: $0) } ?? path)
  }

  /// Locates the checkpoint of an open database, even if symbolic links on its path have changed since it was opened.
  /// - Parameter descriptor: A file descriptor of the database.
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

  // Returns the path of an open file without symbolic links; nil if the system does not provide it.
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

  /// Returns whether a checkpoint exists beside a file whose path contains no symbolic links.
  static func mayExist(_ path: String) -> Bool { access(path + ".checkpoint", F_OK) == 0 }

  private var temporary: String { place + "-new" }

  var exists: Bool { access(place, F_OK) == 0 }

  /// Returns the current checkpoint, or nil if there is no checkpoint file.
  func read() throws(StoreError) -> Checkpoint? {
    guard let descriptor = try CompanionFile.openToRead(place, of: path) else { return nil }
    defer { close(descriptor) }
    // A slot may be overwritten concurrently. The other slot stays valid, unless this read takes as long as a sync.
    for _ in 0..<3 { if let found = try? CheckpointSlots.newest(in: contents(descriptor), path: path) { return found } }
    return try CheckpointSlots.newest(in: contents(descriptor), path: path)
  }

  private func contents(_ descriptor: Int32) throws(StoreError) -> [UInt8] {
    // The buffer has one byte more than a valid file, so that a longer file is rejected.
    var bytes = [UInt8](repeating: 0, count: CheckpointSlots.size + 1)
    var count = 0
    while count < bytes.count {
      let done = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + count, $0.count - count, off_t(count)) }
      if done == 0 { break }
      if done > 0 { count += done } else if errno != EINTR { throw LMDBCode.error(errno, place, "read") }
    }
    return Array(bytes.prefix(count))
  }

  /// Returns the checkpoint to restore on opening; nil if there is none, or if it was saved since the machine was last started. Throws
  /// `StoreError.checkpoint` if the checkpoint file is not valid, or if there is a checkpoint but `boot` is nil.
  func pending(boot: BootIdentity?) throws(StoreError) -> Checkpoint? {
    guard let found = try read() else { return nil }
    guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
    return found.boot == boot ? nil : found
  }

  /// Writes a checkpoint into a slot and waits for the disk. If it throws, the slot contains the new checkpoint, the previous content, or
  /// no valid checkpoint.
  /// - Parameters:
  ///   - slot: The slot that is not current.
  ///   - descriptor: The descriptor returned by `install`, whose file must not have been replaced or removed.
  ///   - database: A file descriptor of the database.
  func put(_ checkpoint: Checkpoint, slot: Int, in descriptor: Int32, of database: Int32) throws(StoreError) {
    _ = try model(database)
    let bytes = checkpoint.encoded
    var count: Int
    repeat { count = pwrite(descriptor, bytes, bytes.count, off_t(CheckpointSlots.offsets[slot])) } while count < 0 && errno == EINTR
    if count != bytes.count { throw error("save the checkpoint", count < 0 ? errno : ENOSPC) }
    #if canImport(Darwin)
      // O_DSYNC does not flush the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) != 0, fsync(descriptor) != 0 { throw error("sync the checkpoint", errno) }
    #endif
  }

  // Returns the status of the database. Throws if its path does not exist or refers to a different file.
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

  /// Replaces the checkpoint file with a new one that contains this checkpoint, and waits for the disk. If it throws, either the old file,
  /// if any, or the new one is in place.
  /// - Parameter database: A file descriptor of the database.
  /// - Returns: A descriptor of the file, opened with O_DSYNC. The caller must close the descriptor. The file has no name once it is
  ///   replaced or removed.
  func install(_ checkpoint: Checkpoint, of database: Int32) throws(StoreError) -> Int32 {
    let model = try model(database)
    // A killed process may have left a temporary file.
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
    // Every user who may open the database must be able to read its checkpoint.
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

  /// Removes any temporary file of a killed process, and the checkpoint file. Syncs the folder if there was a checkpoint file.
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
