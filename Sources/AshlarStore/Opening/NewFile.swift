import AshlarSchema
import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Creates a file atomically: it is written under a temporary name in the same folder, synced, and renamed.
package struct NewFile {
  package enum Placing {
    /// The path must not exist.
    case new
    /// An existing file is replaced.
    case replacing
  }

  private let place: String
  private let temporary: String
  private let placing: Placing
  private let process = ashlar_process()
  // The descriptor whose lock shows other processes that the temporary file is being written; nil with `.replacing`.
  private let writing: LeftCopies.Writing?

  /// Creates a file at `place`. `fill` writes it under a temporary name, and must close it before it returns. If this throws, no file is
  /// left behind, and an existing file at `place` is unchanged, with one exception: with `.replacing`, the file has been replaced if only
  /// the last step failed, syncing the folder.
  /// - Parameter model: A file whose permissions, and with `.replacing` also the owner, are copied to the new file.
  package static func make(at place: String, _ placing: Placing, like model: String?, fill: (_ temporary: String) throws -> Void) throws {
    try unspecialized { try makeFile(at: place, placing, like: model, fill: fill) }
  }

  private static func makeFile(
    at place: String, _ placing: Placing, like model: String?, fill: (_ temporary: String) throws -> Void
  ) throws {
    let file = try NewFile(place, placing, like: model)
    defer { file.removeTemporary() }
    // In a child that `fill` has forked, the lock belongs to the parent.
    defer { if file.process == ashlar_process() { file.writing?.end() } }
    // A checkpoint left by a removed file would be mistaken for the new file's.
    if placing == .new { try CheckpointFile(place).remove() }
    try fill(file.temporary)
    if file.process != ashlar_process() { throw StoreError.inherited(path: place) }
    try file.sync()
    try file.move()
    do throws(StoreError) {
      try syncFolder(of: place)
    } catch {
      // A file at the path would prevent the caller from trying again. A file that was replaced cannot be restored.
      if placing == .new { unlink(place) }
      throw error
    }
  }

  /// Syncs a file that no process has open, moves it to `place`, where no file may exist, and syncs the folder. The lock files of the
  /// former path are removed.
  package static func install(_ finished: String, at place: String) throws(StoreError) {
    try CheckpointFile(place).remove()
    var code = ashlar_sync_file(finished)
    if code != 0 { throw error(place, "sync", code) }
    code = ashlar_rename_new(finished, place)
    if code != 0 { throw error(place, "rename", code) }
    discard(finished)
    try syncFolder(of: place)
  }

  private init(_ place: String, _ placing: Placing, like model: String?) throws(StoreError) {
    self.place = place
    self.placing = placing
    var info = stat()
    if placing == .new {
      if lstat(place, &info) == 0 { throw .fileExists(path: place) }
      if errno != ENOENT { throw NewFile.error(place, "stat", errno) }
    }
    // A killed process may have left temporary files. When a file is replaced, no other process has the temporary file open, because the
    // caller holds the claim; see `Compaction`.
    LeftCopies.remove(of: place)
    switch placing {
    case .replacing:
      (temporary, writing) = (place + ".compacting", nil)
      removeTemporary()
      close(try NewFile.create(temporary, like: model, keepsOwner: true, for: place))
    case .new: (temporary, writing) = try NewFile.createCopy(place, like: model)
    }
  }

  private static func createCopy(_ place: String, like model: String?) throws(StoreError) -> (path: String, LeftCopies.Writing) {
    while true {
      let path = LeftCopies.path(place, NewFile.number())
      let descriptor: Int32
      do throws(StoreError) {
        descriptor = try create(path, like: model, keepsOwner: false, for: place)
      } catch {
        // A process of another container, which has the same number, writes a file of this name.
        if case .fileExists = error { continue }
        throw error
      }
      if let writing = LeftCopies.Writing(path, descriptor) { return (path, writing) }
    }
  }

  /// Creates an empty file with the permissions of `model`, if any. Other users must not be able to read it before these are set. Returns
  /// its descriptor, which the caller closes.
  private static func create(
    _ temporary: String, like model: String?, keepsOwner: Bool, for place: String
  ) throws(StoreError) -> Int32 {
    var info = stat()
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, model == nil ? 0o644 : 0o600)
    guard descriptor >= 0 else { throw NewFile.error(place, "create a file", errno) }
    guard let model else { return descriptor }
    var code = stat(model, &info)
    let owner = (info.st_uid, info.st_gid)
    if code == 0 { code = fchmod(descriptor, info.st_mode & 0o777) }
    if code == 0, keepsOwner, fstat(descriptor, &info) == 0, (info.st_uid, info.st_gid) != owner {
      code = fchown(descriptor, owner.0, owner.1)
    }
    if code != 0 {
      let failure = errno
      close(descriptor)
      unlink(temporary)
      throw NewFile.error(place, "set the permissions", failure)
    }
    return descriptor
  }

  /// Renames a temporary file that has been filled, and creates an empty one in its place. Returns the new path of the renamed file, which
  /// the caller removes with `discard`.
  static func beginAgain(_ temporary: String, of place: String) throws(StoreError) -> String {
    let aside = temporary + ".before"
    discard(aside)
    if rename(temporary, aside) != 0 { throw NewFile.error(place, "rename", errno) }
    discard(temporary)
    close(try create(temporary, like: aside, keepsOwner: true, for: place))
    return aside
  }

  /// The suffixes of files that may remain if a process is killed while it replaces a file.
  static let leftovers = [".compacting", ".compacting.before"].flatMap { name in ["", "-lock", ".lock"].map { name + $0 } }

  /// Removes a file and its lock files.
  static func discard(_ path: String) { for suffix in ["", "-lock", ".lock"] { unlink(path + suffix) } }

  // Returns a number that is unique in the process.
  private static func number() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
  private static let count = Atomic<UInt64>(0)

  private func removeTemporary() {
    // A callback may have forked; the file then belongs to the parent.
    if process != ashlar_process() { return }
    NewFile.discard(temporary)
    if placing == .replacing { NewFile.discard(temporary + ".before") }
  }

  private func sync() throws(StoreError) {
    let code = ashlar_sync_file(temporary)
    if code != 0 { throw NewFile.error(place, "sync", code) }
  }

  private func move() throws(StoreError) {
    switch placing {
    case .replacing:
      if rename(temporary, place) != 0 { throw NewFile.error(place, "rename", errno) }
    case .new:
      let code = ashlar_rename_new(temporary, place)
      if code != 0 { throw NewFile.error(place, "rename", code) }
    }
  }

  private static func syncFolder(of place: String) throws(StoreError) {
    let folder = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
    let code = ashlar_sync_file(folder)
    if code != 0 { throw NewFile.error(place, "sync the folder", code) }
  }

  private static func error(_ path: String, _ operation: String, _ code: Int32) -> StoreError {
    switch code {
    case EEXIST: .fileExists(path: path)
    case ENOENT: .notFound(path: path)
    case EACCES, EPERM, EROFS: .permissionDenied(path: path)
    case ENOTDIR, EISDIR: .notAFile(path: path)
    case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
    default: .failed(path: path, operation: operation, code: code, message: String(cString: strerror(code)))
    }
  }
}
