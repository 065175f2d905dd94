public import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// What data, disk or another process can cause, with RealmSwift's codes.
  public nonisolated struct Error: Swift.Error, Equatable, Sendable, CustomStringConvertible {
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
      /// Written by a newer format.
      case unsupportedFileFormatVersion = 16
      /// Any other file error.
      case fileOperationFailed = 19
      /// Not a database, damaged, or truncated.
      case invalidDatabase = 20
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do.
    public let localizedDescription: String
    /// The file concerned.
    public let fileURL: URL?
    /// How data and schema differ, for `.schemaMismatch`.
    public let differences: [SchemaDifference]

    /// Makes an error.
    public init(_ code: Code, _ description: String = "", fileURL: URL? = nil, differences: [SchemaDifference] = []) {
      self.code = code
      localizedDescription = description
      self.fileURL = fileURL
      self.differences = differences
    }

    /// The description.
    public var description: String { localizedDescription.isEmpty ? "Realm.Error.\(code)" : localizedDescription }

    /// Errors are equal when their codes are.
    public static func == (a: Error, b: Error) -> Bool { a.code == b.code }

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
    /// Written by a newer format.
    public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
    /// Any other file error.
    public static var fileOperationFailed: Code { .fileOperationFailed }
    /// Not a database, damaged, or truncated.
    public static var invalidDatabase: Code { .invalidDatabase }
  }
}

/// Lets `catch Realm.Error.fileNotFound` match.
public nonisolated func ~= (code: Realm.Error.Code, error: any Swift.Error) -> Bool {
  (error as? Realm.Error)?.code == code
}

extension Realm.Error {
  /// The error that the public API throws for one of the store's.
  static func wrapping(_ error: any Swift.Error) -> any Swift.Error {
    switch error {
    case let error as StoreError:
      Realm.Error(code(of: error), error.description, fileURL: URL(fileURLWithPath: error.path))
    case let error as CatalogError:
      switch error {
      case .schemaMismatch(let path, let differences):
        Realm.Error(.schemaMismatch, error.description, fileURL: URL(fileURLWithPath: path), differences: differences)
      case .needsMigration(let path, _, _, let differences):
        Realm.Error(.fail, error.description, fileURL: URL(fileURLWithPath: path), differences: differences)
      case .versionTooLow(let path, _, _):
        Realm.Error(.fail, error.description, fileURL: URL(fileURLWithPath: path))
      }
    default: error
    }
  }

  private static func code(of error: StoreError) -> Code {
    switch error {
    case .notADatabase, .truncated, .damaged: .invalidDatabase
    case .newerFormat, .olderFormat: .unsupportedFileFormatVersion
    case .notFound: .fileNotFound
    case .permissionDenied: .filePermissionDenied
    case .checkpoint(_, .damaged), .checkpoint(_, .doesNotFit): .invalidDatabase
    case .checkpoint(_, .newerFormat): .unsupportedFileFormatVersion
    case .notAFile, .failed, .writesStopped, .checkpoint: .fileOperationFailed
    case .fileExists: .fileExists
    case .noSpace: .outOfDiskSpace
    case .addressSpace: .addressSpaceExhausted
    case .tooManyReaders, .tooManyVersions: .fail
    }
  }
}
