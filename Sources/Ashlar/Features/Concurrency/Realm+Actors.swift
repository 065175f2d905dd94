extension Realm {
  /// Whether a Realm is downloaded before it is opened. Files are local here: it makes no difference.
  @frozen public nonisolated enum OpenBehavior: Sendable {
    /// Never.
    case never
    /// Each time.
    case always
    /// When the file does not exist yet.
    case once
  }

  /// Opens a Realm that belongs to an actor: code that the actor isolates may use it and everything read from it, on whatever thread it
  /// runs.
  ///
  ///     actor Store {
  ///       private var realm: Realm!
  ///       init() async throws { realm = try await Realm(actor: self) }
  ///       func add(_ name: String) throws { try realm.write { realm.create(Person.self, value: ["name": name]) } }
  ///     }
  ///
  /// With the main actor it is the Realm of the main queue. Opening the file and migrating it happen on another thread. Nothing suspends
  /// when this process has the file open.
  ///
  /// Throws as `init(configuration:queue:)`, and `CancellationError` when the task is cancelled.
  public init<A: Actor>(
    configuration: Configuration = .defaultConfiguration, actor: isolated A, downloadBeforeOpen: OpenBehavior = .never,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    self = try await Realm._open(configuration, "\(fileID):\(line)", actor)
  }

  /// Opens a Realm of the main actor. See `init(configuration:actor:downloadBeforeOpen:fileID:line:)`.
  /// - Parameter downloadBeforeOpen: nothing is downloaded: all three mean the same.
  @MainActor public init(
    configuration: Configuration = .defaultConfiguration, downloadBeforeOpen: OpenBehavior, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws {
    self = try await Realm._open(configuration, "\(fileID):\(line)", MainActor.shared)
  }

  /// Opens a Realm that belongs to the caller: to the actor that isolates it, or outside of actors to its task, and then not to child tasks.
  ///
  /// Opening the file and migrating it happen on another thread. Nothing suspends when this process has the file open.
  ///
  /// Throws as `init(configuration:queue:)`, and `CancellationError` when the task is cancelled.
  /// - Parameter _isolation: who the caller is; left out.
  public static func open(
    configuration: Configuration = .defaultConfiguration, _isolation: isolated (any Actor)? = #isolation,
    downloadBeforeOpen: OpenBehavior = .never, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Realm {
    try await _open(configuration, "\(fileID):\(line)", _isolation)
  }

  private static func _open(_ configuration: Configuration, _ place: String, _ isolation: isolated (any Actor)?) async throws -> Realm {
    do {
      let confinement = isolation.map { Confinement.current(in: $0) } ?? .current()
      return Realm(try await RealmOpening.open(configuration, place: place, confinement: confinement, isolation: isolation))
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}
