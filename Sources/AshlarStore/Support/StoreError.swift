/// An error caused by data, the disk or another process. The payload contains the values that a caller needs to handle the error; the
/// wording is in `description`. The enum is indirect, so that a function that throws it returns it in a register.
public indirect enum StoreError: Error, Hashable, Sendable {
  /// The file is not an Ashlar database.
  case notADatabase(path: String, reason: NotADatabase)
  /// The file ends before the last page to which its header refers.
  case truncated(path: String, needed: UInt64, found: UInt64)
  /// The file is encrypted, and no key was given.
  case keyMissing(path: String)
  /// The file is encrypted with another key.
  case wrongKey(path: String)
  /// The file is not encrypted, and a key was given.
  case notEncrypted(path: String)
  /// The file is encrypted or is to be encrypted, and the program does not link the product `AshlarEncryption`.
  case noEncryption(path: String)
  /// A structure in the file is invalid or contradicts another.
  case damaged(path: String, detail: String)
  /// The file has a format of a development version, which is no longer supported.
  case olderFormat(path: String, found: Int, supported: Int)
  /// The file has a newer format.
  case newerFormat(path: String, found: Int, supported: Int)
  /// The file has features that this release does not know and that prevent it from opening the file or from writing to it.
  case unknownFeatures(path: String, names: [String])
  /// The program is linked with a version of LMDB other than 0.9; `linked` describes it.
  case otherLMDB(path: String, linked: String)
  /// A parent folder is missing, or the file does not exist but is required.
  case notFound(path: String)
  /// The system denied access.
  case permissionDenied(path: String)
  /// The file at the path is not a regular file, but for example a folder.
  case notAFile(path: String)
  /// The file to be created already exists.
  case fileExists(path: String)
  /// The disk is full, or a quota or size limit was reached.
  case noSpace(path: String)
  /// The file does not fit in the address space that this process reserved when it opened it.
  case reservationFull(path: String)
  /// The address space for the mapping could not be reserved.
  case addressSpace(path: String)
  /// There are more versions from the oldest pinned one, `oldest`, to the newest than the limit allows.
  case tooManyVersions(path: String, count: UInt64, limit: UInt64, oldest: PinnedVersion)
  /// The caller has an open write transaction of the file and would wait for itself.
  case writeOpenHere(path: String, WriteHolding)
  /// This process has the file open for writing and now opens it read-only, or vice versa.
  case openedOtherwise(path: String)
  /// All reader slots are in use.
  case tooManyReaders(path: String, limit: Int)
  /// The lock file or checkpoint at the path may have been placed there by another user.
  case untrusted(path: String, Untrusted)
  /// A process with the same process ID, in a container with its own process IDs, has the file open.
  case sameProcessNumber(path: String, process: Int32)
  /// Another process has the file open by another name, and therefore with other lock files: through a hard link or a bind mount.
  case otherName(path: String, process: Int32?, name: String?)
  /// The lock files at the path are in use for a different file, which was at the path before.
  case replacedInUse(path: String)
  /// This process still has open a file that was previously at the path, or has this file open under a former path.
  case stillOpen(path: String, before: String)
  /// The open file is no longer at its path. Unless `isMissing` is true, a different file is at the path.
  case notAtItsPath(path: String, isMissing: Bool)
  /// The file cannot be deleted or replaced, because it is open.
  case inUse(path: String)
  /// The file cannot be replaced, because it has several names (hard links), of which all but one would remain those of the old file.
  case severalNames(path: String, count: Int)
  /// A forked child used an object that it inherited.
  case inherited(path: String)
  /// A write failed in such a way that the engine accepts no more writes.
  case writesStopped(path: String)
  /// The file cannot be opened, or cannot be written with `.relaxed`, because of its checkpoint.
  case checkpoint(path: String, CheckpointFault)
  /// Any other error of the system (an error number) or of the engine (its code).
  case failed(path: String, operation: String, code: Int32, message: String)

  /// The reason why a file is not a database.
  public enum NotADatabase: Hashable, Sendable {
    case tooSmall(bytes: UInt64)
    case wrongSignature
    /// Another version of LMDB wrote the file. The associated value is the data format: LMDB 0.9 has format 1, and LMDB 1.0 has format 3.
    case otherDataFormat(Int)
    case noSchema
    case foreignContent
  }

  /// The reason why a file beside a database is not opened.
  public enum Untrusted: Hashable, Sendable {
    /// The file is a symbolic link.
    case symbolicLink
    /// The file is a folder, a pipe or a device.
    case notAFile
    /// The file's owner, the associated value, is neither the user of the process, nor the owner of the database, nor root.
    case owner(UInt32)
    /// Another file appeared at the path while the file was opened.
    case replaced
  }

  /// The reason why a checkpoint prevents an operation.
  public enum CheckpointFault: Hashable, Sendable {
    /// The file is not a valid checkpoint.
    case damaged(String)
    /// The checkpoint has a newer format.
    case newerFormat(Int)
    /// The machine was restarted, and the database does not match the checkpoint.
    case doesNotFit(String)
    /// The system does not report whether the machine was restarted.
    case noBootIdentity
    /// The database must be restored, but another process has it open and has not restored it.
    case inUse
    /// The database must be restored, but is being opened read-only.
    case readOnly
  }
}

extension StoreError: CustomStringConvertible {
  /// A sentence that names the file, followed by a remedy if there is one.
  public var description: String {
    switch self {
    case .notADatabase(let path, .tooSmall(let bytes)):
      "'\(path)' is not an Ashlar database: \(bytes) bytes are too small for a header. The file was left as it was."
    case .notADatabase(let path, .wrongSignature):
      "'\(path)' is not an Ashlar database: it does not begin with the signature. The file was left as it was."
    case .notADatabase(let path, .otherDataFormat(let format)):
      "'\(path)' is a file of \(LMDBRelease.writer(ofFormat: format)), and Ashlar uses the format of LMDB 0.9. Open the file of LMDB 0.9 from which it was converted, or use another path. The file was left as it was."
    case .notADatabase(let path, .noSchema):
      "'\(path)' has no schema yet: it was created and never opened by a Realm. Open it once without 'readOnly'."
    case .notADatabase(let path, .foreignContent):
      "'\(path)' is an LMDB file, but not an Ashlar database. The file was left as it was."
    case .truncated(let path, let needed, let found):
      "'\(path)' is truncated: its header states \(needed) bytes, and the file has \(found). Restore it from a copy. The file was left as it was."
    case .keyMissing(let path):
      "'\(path)' is encrypted, and no key was given. Set 'encryptionKey' in its configuration. The file was left as it was."
    case .wrongKey(let path):
      "'\(path)' is encrypted with another key. Use the key with which it was created. The file was left as it was."
    case .notEncrypted(let path):
      "'\(path)' is not encrypted, and a key was given. Open it without 'encryptionKey'; 'ashlar encrypt' encrypts a file. The file was left as it was."
    case .noEncryption(let path):
      "'\(path)' is encrypted or was given an 'encryptionKey', and the program does not contain the product AshlarEncryption. In Package.swift, add .product(name: \"AshlarEncryption\", package: \"ashlar\") to the dependencies of the target. The file was left as it was."
    case .damaged(let path, let detail):
      "'\(path)' is damaged: \(detail). Restore it from a copy."
    case .newerFormat(let path, let found, let supported):
      "'\(path)' has file format \(found); this version reads up to \(supported). Use a newer version of Ashlar."
    case .unknownFeatures(let path, let names):
      "'\(path)' uses \(StoreError.list(names)), which this release does not know. Use a newer version of Ashlar."
    case .olderFormat(let path, let found, let supported):
      "'\(path)' has file format \(found) of a development version; this version reads formats \(FormatVersion.oldestFile) to \(supported). Create the file again."
    case .otherLMDB(let path, let linked):
      "'\(path)' was not opened: this program is linked with '\(linked)', and Ashlar requires LMDB 0.9. Link LMDB 0.9: Ashlar's 'Scripts/build-lmdb' builds it beside an installed version."
    case .notFound(let path):
      "'\(path)' cannot be opened: no such file or folder."
    case .permissionDenied(let path):
      "'\(path)' cannot be opened: permission denied. Use a path that this process may read and write."
    case .notAFile(let path):
      "'\(path)' cannot be opened: it is not a regular file."
    case .fileExists(let path):
      "'\(path)' exists already. Choose another path, or remove it first."
    case .noSpace(let path):
      "'\(path)' cannot grow: the disk is full, or a quota or size limit is reached. Nothing that was committed is lost."
    case .reservationFull(let path):
      "'\(path)' has outgrown the address space that this process reserved when it opened the file. Nothing that was committed is lost. Close every Realm of the file and open it again: that reserves four times its size."
    case .addressSpace(let path):
      "'\(path)' cannot be mapped: the process has too little address space."
    case .tooManyReaders(let path, let limit):
      "'\(path)' has \(limit) readers, which is the limit. Close Realms that are no longer used."
    case .tooManyVersions(let path, let count, let limit, let oldest):
      "'\(path)': number of active versions (\(count)) in the Realm exceeded the limit of \(limit). The oldest, \(oldest). Refresh or release it, or raise 'maximumNumberOfActiveVersions'."
    case .writeOpenHere(let path, let holding):
      "'\(path)': a write transaction of another Realm of the file is open here already, and waiting for it would never end: \(holding). Commit or cancel it first."
    case .openedOtherwise(let path):
      "'\(path)' is already opened with different read permissions in this process. Close its Realms first, or use the same 'readOnly'."
    case .untrusted(let path, .symbolicLink):
      "'\(path)' is a symbolic link, which is not followed, because its target would be overwritten. Remove it; a file is created in its place."
    case .untrusted(let path, .notAFile):
      "'\(path)' is not a regular file, as the files beside a database are. Remove it; a file is created in its place."
    case .untrusted(let path, .owner(let user)):
      "'\(path)' belongs to user \(user), who is neither the user of this process nor the owner of the database, and may have created it. Close the database everywhere, then remove the file or change its owner."
    case .untrusted(let path, .replaced):
      "'\(path)' was replaced while the database was opened. Deny other users write access to its folder, and open it again."
    case .sameProcessNumber(let path, let process):
      "'\(path)' is in use by another process with the same process ID as this one, \(process): containers that share a file have separate process IDs, and readers of the file are identified by process ID. Run both in one PID namespace, as with 'docker run --pid=container:NAME' or 'shareProcessNamespace: true', or let one process use the file for both."
    case .otherName(let path, let process, let name):
      "'\(path)' is in use by \(process.map { "process \($0)" } ?? "another process") under another name\(name.map { ", '\($0)'" } ?? ""). Two names have different lock files, so both would write: open the file by the same name everywhere."
    case .replacedInUse(let path):
      "'\(path)' cannot be opened: another process still has open the file that was previously at this path, or its lock files were removed while it was open. Close that file first."
    case .stillOpen(let path, let before) where path == before:
      "'\(path)' cannot be opened: the file that was at this path is still open in this process, but was deleted, renamed or replaced. Close every Realm of it first; 'Realm.deleteFiles(for:)' removes a file safely."
    case .stillOpen(let path, let before):
      "'\(path)' cannot be opened: this file is still open in this process as '\(before)', where it was before it was renamed. Close every Realm of it first."
    case .notAtItsPath(let path, let isMissing):
      "'\(path)' was \(isMissing ? "deleted or renamed" : "replaced by another file") while it was open: a commit would be lost. The write was not stored; close every Realm of the file and open it again."
    case .inUse(let path):
      "'\(path)' is open, in this process or another. Close every Realm of it first. The file was left as it was."
    case .severalNames(let path, let count):
      "'\(path)' has \(count) names (hard links), and a copy would replace only one of them. Remove the others first. The file was left as it was."
    case .inherited(let path):
      "'\(path)' was opened before this process was forked, and belongs to the parent. Open it again in the child; nothing was written."
    case .writesStopped(let path):
      "'\(path)' accepts no further writes, because an earlier one failed. Nothing that was committed is lost; close every Realm of the file and open it again."
    case .checkpoint(let path, .damaged(let detail)):
      "'\(path)' was not opened because '\(path).checkpoint' is damaged: \(detail). If the machine has not lost power while the file was in use, remove the checkpoint; otherwise restore '\(path)' from a copy and remove the checkpoint. Both were left as they were."
    case .checkpoint(let path, .newerFormat(let found)):
      "'\(path).checkpoint' has format \(found); this version reads up to \(FormatVersion.checkpoint). Use a newer version of Ashlar."
    case .checkpoint(let path, .doesNotFit(let detail)):
      "'\(path)' was not opened: the machine restarted while it was in use, and the file does not match '\(path).checkpoint': \(detail). If the file has been replaced since, remove the checkpoint; otherwise restore the file from a copy and remove the checkpoint. Both were left as they were."
    case .checkpoint(let path, .noBootIdentity):
      "'\(path)' uses durability '.relaxed', which has to determine whether the machine restarted, and this system does not report it. On Linux, mount '/proc'; otherwise use '.full'."
    case .checkpoint(let path, .inUse):
      "'\(path)' must be restored to its last synced version because the machine restarted, but another process has it open. Try again after that process has closed it."
    case .checkpoint(let path, .readOnly):
      "'\(path)' must be restored to its last synced version because the machine restarted while it was in use, but it is being opened read-only. Open it once without 'readOnly'."
    case .failed(let path, let operation, let code, let message):
      "'\(path)': \(operation) failed with code \(code): \(message)."
    }
  }

  /// Returns names in quotation marks, as a part of a sentence.
  static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    return quoted.count < 2 ? quoted.joined() : quoted.dropLast().joined(separator: ", ") + " and " + quoted[quoted.count - 1]
  }

  /// The path of the file that the error concerns.
  public var path: String {
    switch self {
    case .keyMissing(let path), .wrongKey(let path), .notEncrypted(let path), .noEncryption(let path): path
    case .notADatabase(let path, _), .truncated(let path, _, _), .damaged(let path, _), .newerFormat(let path, _, _),
      .unknownFeatures(let path, _), .olderFormat(let path, _, _), .otherLMDB(let path, _), .notFound(let path),
      .permissionDenied(let path), .notAFile(let path), .fileExists(let path),
      .noSpace(let path), .reservationFull(let path), .addressSpace(let path),
      .writeOpenHere(let path, _), .openedOtherwise(let path), .tooManyReaders(let path, _), .tooManyVersions(let path, _, _, _),
      .writesStopped(let path), .checkpoint(let path, _), .sameProcessNumber(let path, _), .untrusted(let path, _),
      .otherName(let path, _, _), .replacedInUse(let path), .stillOpen(let path, _), .notAtItsPath(let path, _), .inUse(let path),
      .severalNames(let path, _), .inherited(let path), .failed(let path, _, _, _):
      path
    }
  }
}
