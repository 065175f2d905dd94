extension Realm.Error {
  /// The kind of error; raw values are RealmSwift's.
  public enum Code: Int, Sendable {
    /// Any error without a code of its own.
    case fail = 1
    /// A file error without a code of its own.
    case fileAccess = 2
    /// The system refused access.
    case filePermissionDenied = 3
    /// The destination exists already.
    case fileExists = 4
    /// The file or its folder is missing.
    case fileNotFound = 5
    /// The file has an older format and may not be written to.
    case fileFormatUpgradeRequired = 6
    /// The lock file is of another version, which has the file open.
    case incompatibleLockFile = 8
    /// The map does not fit in the address space.
    case addressSpaceExhausted = 9
    /// The data does not fit the schema and the version was not raised.
    case schemaMismatch = 10
    /// The file is open.
    case alreadyOpen = 12
    /// An argument cannot be converted.
    case invalidInput = 13
    /// No space left.
    case outOfDiskSpace = 14
    /// The file is open in another process in a way that does not go with this one.
    case incompatibleSession = 15
    /// Written by a newer format.
    case unsupportedFileFormatVersion = 16
    /// Of synchronised Realms: never thrown.
    case multipleSyncAgents = 17
    /// Of synchronised Realms: never thrown.
    case subscriptionFailed = 18
    /// Any other file error.
    case fileOperationFailed = 19
    /// Not a database, damaged, or truncated.
    case invalidDatabase = 20
    /// Of synchronised Realms: never thrown.
    case incompatibleHistories = 21
    /// Of synchronised Realms: never thrown.
    case noSubscriptionForWrite = 22
    /// The outbox has as many objects or bytes as the configuration allows for. Of Ashlar alone.
    case outboxFull = 1001
  }

  /// Any error without a code of its own.
  public static var fail: Code { .fail }
  /// A file error without a code of its own.
  public static var fileAccess: Code { .fileAccess }
  /// The system refused access.
  public static var filePermissionDenied: Code { .filePermissionDenied }
  /// The destination exists already.
  public static var fileExists: Code { .fileExists }
  /// The file or its folder is missing.
  public static var fileNotFound: Code { .fileNotFound }
  /// The file has an older format and may not be written to.
  public static var fileFormatUpgradeRequired: Code { .fileFormatUpgradeRequired }
  /// The lock file is of another version, which has the file open.
  public static var incompatibleLockFile: Code { .incompatibleLockFile }
  /// The map does not fit in the address space.
  public static var addressSpaceExhausted: Code { .addressSpaceExhausted }
  /// The data does not fit the schema and the version was not raised.
  public static var schemaMismatch: Code { .schemaMismatch }
  /// The file is open.
  public static var alreadyOpen: Code { .alreadyOpen }
  /// An argument cannot be converted.
  public static var invalidInput: Code { .invalidInput }
  /// No space left.
  public static var outOfDiskSpace: Code { .outOfDiskSpace }
  /// The file is open in another process in a way that does not go with this one.
  public static var incompatibleSession: Code { .incompatibleSession }
  /// Written by a newer format.
  public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
  /// Of synchronised Realms: never thrown.
  public static var multipleSyncAgents: Code { .multipleSyncAgents }
  /// Of synchronised Realms: never thrown.
  public static var subscriptionFailed: Code { .subscriptionFailed }
  /// Any other file error.
  public static var fileOperationFailed: Code { .fileOperationFailed }
  /// Not a database, damaged, or truncated.
  public static var invalidDatabase: Code { .invalidDatabase }
  /// Of synchronised Realms: never thrown.
  public static var incompatibleHistories: Code { .incompatibleHistories }
  /// Of synchronised Realms: never thrown.
  public static var noSubscriptionForWrite: Code { .noSubscriptionForWrite }
  /// The outbox has as many objects or bytes as the configuration allows for.
  public static var outboxFull: Code { .outboxFull }
}

/// Lets `catch Realm.Error.fileNotFound` match.
public nonisolated func ~= (code: Realm.Error.Code, error: any Swift.Error) -> Bool { (error as? Realm.Error)?.code == code }
