extension Realm {
  /// Whether a synchronized Realm is downloaded before it is opened. Ashlar's files are local, so the value has no effect.
  @frozen public nonisolated enum OpenBehavior: Sendable {
    /// The file is never downloaded.
    case never
    /// The file is downloaded for each opening.
    case always
    /// The file is downloaded if it does not exist.
    case once
  }

  /// Opens a Realm that is confined to an actor: code that the actor isolates may use it, and everything read from it, on whichever thread
  /// the actor runs.
  ///
  /// ```swift
  /// actor Store {
  ///   private var realm: Realm!
  ///   init() async throws { realm = try await Realm(actor: self) }
  ///   func add(_ name: String) throws { try realm.write { realm.create(Person.self, value: ["name": name]) } }
  /// }
  /// ```
  ///
  /// For the main actor, the Realm is that of the main queue. The file is opened and migrated on another thread; the call does not suspend
  /// if this process already has the file open, or if the Realm is in memory.
  ///
  /// Throws the errors of `init(configuration:queue:fileID:line:)`, and `CancellationError` if the task is cancelled. See the guide,
  /// *Threads, actors and tasks*.
  /// - Parameter downloadBeforeOpen: Has no effect: files are local.
  public init<A: Actor>(
    configuration: Configuration = .defaultConfiguration, actor: isolated A, downloadBeforeOpen: OpenBehavior = .never,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    self = try await Realm._open(configuration, "\(fileID):\(line)", actor)
  }

  /// Opens a Realm of the main actor. See `init(configuration:actor:downloadBeforeOpen:fileID:line:)`.
  ///
  /// ```swift
  /// let realm = try await Realm(downloadBeforeOpen: .never)
  /// ```
  ///
  /// - Parameter downloadBeforeOpen: Has no effect: files are local.
  @MainActor public init(
    configuration: Configuration = .defaultConfiguration, downloadBeforeOpen: OpenBehavior, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws {
    self = try await Realm._open(configuration, "\(fileID):\(line)", MainActor.shared)
  }

  /// Opens a Realm that is confined to the caller: to the actor that isolates it, or, outside actors, to its task, but not to child tasks.
  ///
  /// ```swift
  /// let realm = try await Realm.open(configuration: configuration)
  /// try await realm.asyncWrite { realm.create(Person.self, value: ["name": "Ada"]) }
  /// ```
  ///
  /// The file is opened and migrated on another thread; the call does not suspend if this process already has the file open, or if the
  /// Realm is in memory.
  ///
  /// Throws the errors of `init(configuration:queue:fileID:line:)`, and `CancellationError` if the task is cancelled. See the guide,
  /// *Threads, actors and tasks*.
  /// - Parameters:
  ///   - _isolation: The isolation of the caller. Omit it.
  ///   - downloadBeforeOpen: Has no effect: files are local.
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
      throw Realm.Error.wrapping(error, names: RuleNames(configuration))
    }
  }
}
