extension Realm.Error {
  /// The kind of an error, with RealmSwift's raw values. A `catch` clause matches it: `catch Realm.Error.fileExists`.
  public enum Code: Int, Sendable {
    /// An error without a more specific code; also if this process has the file open with a different `readOnly` or `durability`.
    case fail = 1
    /// A file error without a more specific code. Ashlar never throws it.
    case fileAccess = 2
    /// The system denied access to the file.
    case filePermissionDenied = 3
    /// The destination of a copy already exists.
    case fileExists = 4
    /// The file or its folder does not exist.
    case fileNotFound = 5
    /// The file has an older format, and must not be written. Ashlar never throws it.
    case fileFormatUpgradeRequired = 6
    /// An older version of Ashlar, which would misread the file's new format or a new feature, has the file open.
    case incompatibleLockFile = 8
    /// The file does not fit into the address space, or into the part of it that this process reserved when it opened the file.
    case addressSpaceExhausted = 9
    /// The data does not match the schema, and the schema version was not increased; or another process has changed the types of the file
    /// since this process opened it; or `willDeleteForMigration` has prevented the deletion of a file.
    case schemaMismatch = 10
    /// The file is in use, by this or another process, in a way that prevents opening, migrating or deleting it. If only `readOnly` or
    /// `durability` differ from those of an open Realm of this process, the code is `fail`.
    case alreadyOpen = 12
    /// An argument cannot be converted, a value cannot be stored, or an encryption key does not have 64 bytes.
    case invalidInput = 13
    /// The disk is full, or a quota or size limit was reached.
    case outOfDiskSpace = 14
    /// The file is open in another process with incompatible options. Ashlar never throws it.
    case incompatibleSession = 15
    /// The file has a format or features that this version of Ashlar does not support.
    case unsupportedFileFormatVersion = 16
    /// Only for synchronized Realms. Ashlar never throws it.
    case multipleSyncAgents = 17
    /// Only for synchronized Realms. Ashlar never throws it.
    case subscriptionFailed = 18
    /// A file operation failed, or the file cannot be used for a reason that has no other code.
    case fileOperationFailed = 19
    /// The file is not a database, is damaged, or is truncated; or its checkpoint is damaged or belongs to a different file.
    case invalidDatabase = 20
    /// Only for synchronized Realms. Ashlar never throws it.
    case incompatibleHistories = 21
    /// Only for synchronized Realms. Ashlar never throws it.
    case noSubscriptionForWrite = 22
    /// The outbox contains as many objects or bytes as the configuration allows. RealmSwift has no such code.
    case outboxFull = 1001
    /// The write breaks rules of the schema, or the file breaks a rule that the schema adds. RealmSwift has no such code.
    case ruleViolated = 1002
  }

  /// An error without a more specific code: `catch Realm.Error.fail`.
  public static var fail: Code { .fail }
  /// A file error without a more specific code: `catch Realm.Error.fileAccess`. Ashlar never throws it.
  public static var fileAccess: Code { .fileAccess }
  /// The system denied access to the file: `catch Realm.Error.filePermissionDenied`.
  public static var filePermissionDenied: Code { .filePermissionDenied }
  /// The destination of a copy already exists: `catch Realm.Error.fileExists`.
  public static var fileExists: Code { .fileExists }
  /// The file or its folder does not exist: `catch Realm.Error.fileNotFound`.
  public static var fileNotFound: Code { .fileNotFound }
  /// The file has an older format, and must not be written: `catch Realm.Error.fileFormatUpgradeRequired`. Ashlar never throws it.
  public static var fileFormatUpgradeRequired: Code { .fileFormatUpgradeRequired }
  /// A process with an older version of Ashlar has the file open: `catch Realm.Error.incompatibleLockFile`.
  public static var incompatibleLockFile: Code { .incompatibleLockFile }
  /// The file does not fit into the address space: `catch Realm.Error.addressSpaceExhausted`.
  public static var addressSpaceExhausted: Code { .addressSpaceExhausted }
  /// The data does not match the schema: `catch Realm.Error.schemaMismatch`.
  public static var schemaMismatch: Code { .schemaMismatch }
  /// The file is in use, by this or another process: `catch Realm.Error.alreadyOpen`.
  public static var alreadyOpen: Code { .alreadyOpen }
  /// An argument cannot be converted, or a value cannot be stored: `catch Realm.Error.invalidInput`.
  public static var invalidInput: Code { .invalidInput }
  /// The disk is full, or a quota or size limit was reached: `catch Realm.Error.outOfDiskSpace`.
  public static var outOfDiskSpace: Code { .outOfDiskSpace }
  /// The file is open in another process with incompatible options: `catch Realm.Error.incompatibleSession`. Ashlar never throws it.
  public static var incompatibleSession: Code { .incompatibleSession }
  /// The file has a format or features that this version of Ashlar does not support: `catch Realm.Error.unsupportedFileFormatVersion`.
  public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
  /// Only for synchronized Realms. Ashlar never throws it.
  public static var multipleSyncAgents: Code { .multipleSyncAgents }
  /// Only for synchronized Realms. Ashlar never throws it.
  public static var subscriptionFailed: Code { .subscriptionFailed }
  /// A file operation failed, or the file cannot be used for a reason that has no other code: `catch Realm.Error.fileOperationFailed`.
  public static var fileOperationFailed: Code { .fileOperationFailed }
  /// The file is not a database, is damaged, or is truncated: `catch Realm.Error.invalidDatabase`.
  public static var invalidDatabase: Code { .invalidDatabase }
  /// Only for synchronized Realms. Ashlar never throws it.
  public static var incompatibleHistories: Code { .incompatibleHistories }
  /// Only for synchronized Realms. Ashlar never throws it.
  public static var noSubscriptionForWrite: Code { .noSubscriptionForWrite }
  /// The outbox contains as many objects or bytes as the configuration allows: `catch Realm.Error.outboxFull`.
  public static var outboxFull: Code { .outboxFull }
  /// The write breaks rules of the schema, or the file breaks a rule that the schema adds: `catch Realm.Error.ruleViolated`.
  public static var ruleViolated: Code { .ruleViolated }
}

/// Returns whether an error has a code: `catch Realm.Error.fileNotFound` matches an error with this code.
public nonisolated func ~= (code: Realm.Error.Code, error: any Swift.Error) -> Bool { (error as? Realm.Error)?.code == code }
