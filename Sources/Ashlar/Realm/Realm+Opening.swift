import AshlarSchema
import AshlarStore
public import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Opens a Realm with the default configuration. See `init(configuration:queue:fileID:line:)`.
  ///
  /// ```swift
  /// let realm = try Realm()
  /// ```
  public init(queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    try self.init(configuration: .defaultConfiguration, queue: queue, fileID: fileID, line: line)
  }

  /// Opens a file, and creates it if it is missing or empty.
  ///
  /// ```swift
  /// let configuration = Realm.Configuration(fileURL: url, objectTypes: [Person.self, Dog.self])
  /// let realm = try Realm(configuration: configuration)
  /// print(realm.objects(Person.self).count)
  /// ```
  ///
  /// The Realm, and everything read from it, is confined to `queue`: it may be used in every block of the queue, on whichever thread.
  /// Without a queue, the Realm is confined to the context of the caller, which is the first of these that applies: the main queue, which
  /// is also that of the main actor; the actor that isolates the caller; the task of the caller, without its child tasks; the queue on
  /// which the caller runs, if a Realm has been opened with that queue; the thread. Using the Realm in any other context stops the program
  /// with a message that names both contexts.
  ///
  /// If a Realm of the file with the same types, `outbox` and `tracksReads` is already open in that context, returns that Realm, which
  /// keeps its settings. If its `durability` differs, throws `.fail`.
  ///
  /// Throws `Realm.Error`: `.invalidDatabase` if the file is not a database or is damaged, `.unsupportedFileFormatVersion` if it has a
  /// format or features that this version of Ashlar does not support, `.schemaMismatch` if its data does not match the types,
  /// `.ruleViolated` if its data breaks a rule that the types add, `.alreadyOpen` if another use of the file prevents opening it,
  /// `.fileNotFound`, `.filePermissionDenied` and other codes for errors of the system, and `.fail` for other reasons, such as a caller
  /// that does not run on `queue`, or a queue that runs several blocks at once. The file is then unchanged, apart from a compaction or
  /// deletion that the configuration permits. See the guide, *Opening a Realm* and *Threads, actors and tasks*.
  /// - Parameters:
  ///   - configuration: The file, the types and other settings.
  ///   - queue: A serial queue on which the caller runs, or the main queue. Dispatch does not report which queues are serial: the first
  ///     opening on a queue therefore tests the queue, which takes a millisecond.
  ///   - fileID: The source file of the call, which `pinnedVersions()` reports. Omit it.
  ///   - line: The line of the call. Omit it.
  public init(configuration: Configuration, queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    do {
      let confinement = try queue.map { try Confinement($0, of: configuration) } ?? .current()
      _core = try RealmOpening.open(configuration, place: "\(fileID):\(line)", confinement: confinement)
    } catch {
      throw Realm.Error.wrapping(error, names: RuleNames(configuration))
    }
  }

  /// Opens a file; all other settings are those of the default configuration. See `init(configuration:queue:fileID:line:)`.
  ///
  /// ```swift
  /// let realm = try Realm(fileURL: folder.appendingPathComponent("people.realm"))
  /// ```
  public init(fileURL: URL, fileID: StaticString = #fileID, line: UInt = #line) throws {
    var configuration = Configuration.defaultConfiguration
    configuration.fileURL = fileURL
    try self.init(configuration: configuration, fileID: fileID, line: line)
  }

  /// The configuration that the Realm was opened with. If its `objectTypes` was nil, the returned `objectTypes` lists all types of the
  /// Realm.
  public var configuration: Configuration {
    var configuration = _core.configuration
    if configuration.objectTypes == nil { configuration.objectTypes = _core.allEntities.ordered { $0.ordinal < $1.ordinal }.map(\.type) }
    return configuration
  }

  /// The types of the Realm.
  public var schema: Schema { Schema(_core.allEntities.map { ObjectSchema($0) }) }

  /// Whether the file contains no objects, not even embedded objects, objects of types that this Realm does not list, or objects in the
  /// outbox. The result includes the changes of an open write. Complexity: O(types).
  public var isEmpty: Bool {
    _core.checkConfinement("Realm")
    return _core.session.isEmpty
  }
}
