public import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// An error that data, the disk or another process can cause, with RealmSwift's codes.
  ///
  /// ```swift
  /// do {
  ///   let realm = try Realm()
  /// } catch Realm.Error.fileNotFound {
  ///   print("There is no such file.")
  /// } catch let error as Realm.Error {
  ///   print(error.code, error.localizedDescription)
  /// }
  /// ```
  ///
  /// See the guide, *Opening a Realm*.
  public nonisolated struct Error: Swift.Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// A description of the failure and, in most cases, of a remedy.
    public let localizedDescription: String
    /// The file that the error concerns; nil if there is none.
    public let fileURL: URL?
    /// The differences between the stored and the declared schema if they cause the error; otherwise empty.
    public let differences: [SchemaDifference]
    /// The violations of rules that made the commit or the opening of the file fail, at most 100; empty for other errors. See the guide,
    /// *Rules*.
    public internal(set) var violations: [RuleViolation] = []
    /// The number of violations that are known beyond `violations`. There may be other violations: if rules about values are broken, unique
    /// rules are not checked.
    public internal(set) var moreViolations = 0
    private let given: GivenInfo

    // The argument of `init(_:userInfo:)`, whose entries `userInfo` contains.
    private struct GivenInfo: @unchecked Sendable {
      let values: [String: Any]
    }

    /// Creates an error: `Realm.Error(.fail, "The import has no header.")`.
    public init(_ code: Code, _ description: String, fileURL: URL? = nil, differences: [SchemaDifference] = []) {
      self.code = code
      localizedDescription = description
      self.fileURL = fileURL
      self.differences = differences
      given = GivenInfo(values: [:])
    }

    /// Creates an error with a dictionary.
    ///
    /// ```swift
    /// throw Realm.Error(.fail, userInfo: ["NSLocalizedDescription": "No header."])
    /// ```
    ///
    /// - Parameter userInfo: The entries that `userInfo` contains in addition to the code. The description and the path under Foundation's
    ///   keys become `localizedDescription` and `fileURL`. The values must not change afterwards.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
      self.code = code
      localizedDescription = userInfo[Error.descriptionKey] as? String ?? "Realm.Error.\(code)"
      fileURL = (userInfo[Error.pathKey] as? String).map { URL(fileURLWithPath: $0) }
      differences = []
      given = GivenInfo(values: userInfo)
    }

    // Foundation's keys are literals here, because FoundationEssentials does not declare constants for them.
    private static let descriptionKey = "NSLocalizedDescription"
    private static let pathKey = "NSFilePath"

    /// The error as a dictionary, with RealmSwift's and Foundation's keys: `NSLocalizedDescription`, `NSFilePath` for errors that concern a
    /// file, `Error Code` and `Error Name`. The dictionary also contains the entries that were passed to `init(_:userInfo:)`.
    ///
    /// ```swift
    /// let name = error.userInfo["Error Name"] as? String  // "fileNotFound"
    /// ```
    public var userInfo: [String: Any] {
      var info = given.values
      info[Error.descriptionKey] = localizedDescription
      info[Error.pathKey] = fileURL?.path
      info["Error Code"] = code.rawValue
      info["Error Name"] = "\(code)"
      return info
    }

    /// The error of a call that failed for an unknown reason.
    public static let callFailed = Error(.fail, "Call failed")

    /// The `localizedDescription`, or the name of the code if the description is empty.
    public var description: String { localizedDescription.isEmpty ? "Realm.Error.\(code)" : localizedDescription }
  }
}

extension Realm.Error {
  init(_ code: Code, _ description: String, path: String, violations: [Realm.RuleViolation], more: Int) {
    self.init(code, description, fileURL: URL(fileURLWithPath: path))
    (self.violations, moreViolations) = (violations, more)
  }

  /// Converts an error of the store, its catalog or a seed file to the error that the public API throws; returns any other error unchanged.
  /// - Parameter names: The names of types and properties in violations of rules; by default, those of the file.
  static func wrapping(_ error: any Swift.Error, names: RuleNames = RuleNames { _ in nil }) -> any Swift.Error {
    switch error {
    case let error as RuleError: names.error(error)
    case let error as StoreError:
      Realm.Error(code(of: error), error.description, fileURL: URL(fileURLWithPath: error.path))
    case let error as CatalogError:
      switch error {
      case .schemaMismatch(let path, let differences):
        Realm.Error(.schemaMismatch, error.description, fileURL: URL(fileURLWithPath: path), differences: differences)
      case .needsMigration(let path, _, _, let differences):
        Realm.Error(.fail, error.description, fileURL: URL(fileURLWithPath: path), differences: differences)
      case .featuresElsewhere(let path, _):
        Realm.Error(.unsupportedFileFormatVersion, error.description, fileURL: URL(fileURLWithPath: path))
      case .changedElsewhere(let path, _), .linkedElsewhere(let path, _, _, _):
        Realm.Error(.schemaMismatch, error.description, fileURL: URL(fileURLWithPath: path))
      case .inUse(let path, _), .needsCopy(let path, _), .largeAndOpen(let path, _, _):
        Realm.Error(.alreadyOpen, error.description, fileURL: URL(fileURLWithPath: path))
      case .olderReader(let path, _, _), .featureOfOlderReader(let path, _, _):
        Realm.Error(.incompatibleLockFile, error.description, fileURL: URL(fileURLWithPath: path))
      case .versionTooLow(let path, _, _), .otherVersion(let path, _, _), .valueDoesNotFit(let path, _, _, _, _, _, _),
        .duplicateKeys(let path, _, _, _, _, _), .embeddedInValue(let path, _, _), .tooManyColumns(let path, _, _),
        .tooManyIndexes(let path, _, _), .becameAsymmetric(let path, _):
        Realm.Error(.fail, error.description, fileURL: URL(fileURLWithPath: path))
      case .ruleBroken(let path, let violation, let more):
        names.error(brokenBy: violation, more: more, path: path)
      }
    case SeedFile.Fault.notClosed(let path):
      Realm.Error(
        .fail, "The seed '\(path)' was not closed after use: '\(path).checkpoint' exists. Open and close a Realm of it first.",
        fileURL: URL(fileURLWithPath: path))
    default: error
    }
  }

  private static func code(of error: StoreError) -> Code {
    switch error {
    case .newerFormat, .unknownFeatures, .olderFormat, .notADatabase(_, .otherDataFormat): .unsupportedFileFormatVersion
    case .notADatabase, .truncated, .damaged, .keyMissing, .wrongKey, .notEncrypted: .invalidDatabase
    case .notFound: .fileNotFound
    case .permissionDenied: .filePermissionDenied
    case .checkpoint(_, .damaged), .checkpoint(_, .doesNotFit): .invalidDatabase
    case .checkpoint(_, .newerFormat): .unsupportedFileFormatVersion
    case .inUse, .otherName, .replacedInUse, .stillOpen, .sameProcessNumber, .checkpoint(_, .inUse): .alreadyOpen
    case .notAFile, .untrusted, .failed, .writesStopped, .notAtItsPath, .inherited, .checkpoint, .otherLMDB, .severalNames:
      .fileOperationFailed
    case .fileExists: .fileExists
    case .noSpace: .outOfDiskSpace
    case .addressSpace, .reservationFull: .addressSpaceExhausted
    // RealmSwift also reports a different 'readOnly' of an open file as `.fail`.
    case .tooManyReaders, .tooManyVersions, .writeOpenHere, .openedOtherwise, .noEncryption: .fail
    }
  }
}
