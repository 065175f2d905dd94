internal import AshlarStore

extension MigrationPlan {
  /// What opening a file would do to it. See `Realm.migrationPlan(for:)`.
  public nonisolated struct Description: Sendable {
    /// One thing that would be done.
    public struct Line: Sendable {
      /// What changes.
      public let text: String
      /// How many objects are looked at or written; nil where it takes the same time whatever the size of the file.
      public let objects: Int?
      /// Whether code says what becomes of values.
      public let needsCode: Bool
      /// Why opening would throw; nil when it would not.
      public let failure: String?
    }

    /// The schema version of the file.
    public let fileVersion: UInt64
    /// The schema version of the configuration.
    public let version: UInt64
    /// What would be done; empty when the file is as the configuration wants it.
    public let lines: [Line]
    /// Why opening would throw before it does anything; nil when it would not.
    public let failure: String?
    /// Whether opening would throw, as far as that can be told without running code.
    public var wouldFail: Bool { failure != nil || lines.contains { $0.failure != nil } }

    /// The plan of an opening that deletes the file instead of converting it.
    init(deleting forecast: MigrationForecast) {
      fileVersion = forecast.from
      version = forecast.to
      failure = nil
      let text = "The file is deleted and created again, as 'deleteRealmIfMigrationNeeded' says, if 'willDeleteForMigration' allows it."
      lines = [Line(text: text, objects: forecast.rows, needsCode: false, failure: nil)]
    }

    /// The plan of a read-only opening.
    init(reading engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64) throws {
      fileVersion = try Catalog.version(of: engine) ?? version
      self.version = version
      lines = []
      do {
        _ = try Catalog.openReadOnly(engine, wanted, version: version)
        failure = nil
      } catch let error as CatalogError {
        failure = error.description
      }
    }

    init(_ forecast: MigrationForecast, failure: String?) {
      fileVersion = forecast.from
      version = forecast.to
      self.failure = failure ?? forecast.failure
      lines = forecast.lines.map { Line(text: $0.text, objects: $0.rows, needsCode: $0.work == .code, failure: $0.failure) }
    }
  }
}

extension MigrationPlan.Description: CustomStringConvertible {
  /// A line each.
  public var description: String {
    var lines = ["Schema version \(fileVersion) -> \(version)"]
    for line in self.lines {
      let objects = line.objects.map { " (\($0) objects)" } ?? ""
      lines.append("- \(line.text)\(objects)\(line.needsCode ? " Code says what becomes of it." : "")")
      if let failure = line.failure { lines.append("  Would fail: \(failure)") }
    }
    if let failure { lines.append("Would fail: \(failure)") }
    return lines.joined(separator: "\n")
  }
}
