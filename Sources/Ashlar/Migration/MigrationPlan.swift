internal import AshlarSchema
internal import AshlarStore

/// The releases of a schema, and the code that migrates objects from one release to the next. The compiler generates a function that
/// creates the plan from the schema's history:
///
/// ```swift
/// configuration.migration = PeopleSchema.migration(person2to3: { old, new, migration in
///   new.firstName = old.fullName
/// })
/// ```
///
/// A file with an older schema version is migrated to the version of the configuration; the code of all steps between the two versions runs
/// in ascending order of versions. The migration either succeeds or leaves the file unchanged. See `Realm.Configuration.migration` and the
/// guide, *Changing a schema*.
public nonisolated struct MigrationPlan: Sendable {
  let schema: String
  let steps: [_MigrationStep]
  private let history: DecodedReleases

  /// Creates a plan from generated code.
  ///
  /// - Parameters:
  ///   - releases: The descriptors of the releases in Base64, in ascending order of versions.
  public init(_schema schema: String, releases: [StaticString], steps: [_MigrationStep]) {
    self.schema = schema
    self.steps = steps
    history = DecodedReleases(releases)
  }

  /// Returns the releases, in ascending order of versions. Throws `Realm.Error` if they cannot be decoded.
  func releases() throws -> [SchemaModel] {
    do {
      return try history.models()
    } catch {
      throw Realm.Error(.fail, "The releases of schema '\(schema)' cannot be read. Generate the models again. \(error)")
    }
  }
}

/// Decodes the releases when they are first read, because most openings do not need them.
private final class DecodedReleases: Sendable {
  private struct NotBase64: Error {}

  private let descriptors: [StaticString]
  private let decoded = Guarded<[SchemaModel]?>(nil)

  init(_ descriptors: [StaticString]) { self.descriptors = descriptors }

  func models() throws -> [SchemaModel] {
    try decoded.withLock { decoded in
      if let decoded { return decoded }
      let models = try descriptors.map { text in
        guard let bytes = Base64.decode(text) else { throw NotBase64() }
        return try DescriptorReader.read(bytes)
      }
      decoded = models
      return models
    }
  }
}
