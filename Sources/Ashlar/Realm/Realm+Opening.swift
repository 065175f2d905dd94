import AshlarSchema
import AshlarStore
public import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Opens the default configuration. See `init(configuration:queue:)`.
  public init(queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    try self.init(configuration: .defaultConfiguration, queue: queue, fileID: fileID, line: line)
  }

  /// Opens a file, creating it when it is missing or empty.
  ///
  /// The Realm, and everything read from it, belongs to `queue`: it may be used in every block that runs on it, on whatever thread.
  /// Without a queue it belongs to where the caller is: to the main queue, which is the main actor's; in an actor to the actor; in a
  /// task outside of actors to that task, and not to its child tasks; on a queue with which a Realm was opened to that queue;
  /// elsewhere to the thread. Using it in another place stops the program, with the names of both.
  ///
  /// Throws `Realm.Error`: `.invalidDatabase` when the file is not a database or is damaged, `.schemaMismatch` when its data does not fit
  /// the types, `.fileNotFound`, `.filePermissionDenied` and others for what the system refuses. The file is then left as
  /// it was. Throws `.fail` when the caller is not a block of `queue`, or when the queue runs several blocks at once.
  ///
  /// `pinnedVersions()` reports the place of the call.
  /// - Parameter queue: a serial queue whose block the caller is, or the main queue. Dispatch does not say which queues are serial: the
  ///   first opening on a queue takes a millisecond to find out.
  public init(configuration: Configuration, queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line) throws {
    do {
      let confinement = try queue.map { try Confinement($0, of: configuration) } ?? .current()
      _core = try RealmOpening.open(configuration, place: "\(fileID):\(line)", confinement: confinement)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  /// Opens a file with the default configuration's other settings.
  public init(fileURL: URL, fileID: StaticString = #fileID, line: UInt = #line) throws {
    var configuration = Configuration.defaultConfiguration
    configuration.fileURL = fileURL
    try self.init(configuration: configuration, fileID: fileID, line: line)
  }

  /// The configuration that the Realm was opened with; `objectTypes` lists its types.
  public var configuration: Configuration {
    var configuration = _core.configuration
    if configuration.objectTypes == nil { configuration.objectTypes = _core.allEntities.ordered { $0.ordinal < $1.ordinal }.map(\.type) }
    return configuration
  }

  /// The types of the Realm.
  public var schema: Schema { Schema(_core.allEntities.map { ObjectSchema($0) }) }

  /// Whether the file has no objects at all, including embedded ones and types that this Realm does not list. Inside a write,
  /// its changes count. O(types).
  public var isEmpty: Bool {
    _core.checkConfinement("Realm")
    return _core.session.isEmpty
  }
}
