internal import AshlarStore

extension MigrationPlan {
  /// A description of the changes that opening a file would make to it.
  ///
  /// ```swift
  /// let plan = try Realm.migrationPlan(for: configuration)
  /// if plan.wouldFail { print(plan) }
  /// ```
  ///
  /// See the guide, *Changing a schema*.
  public nonisolated struct Description: Sendable {
    /// A single change.
    public struct Line: Sendable {
      /// A description of the change.
      public let text: String
      /// The number of objects that are read or written; nil if the duration does not depend on the size of the file.
      public let objects: Int?
      /// Whether migration code determines the new values.
      public let needsCode: Bool
      /// The reason why opening would throw; nil if this change would succeed.
      public let failure: String?
    }

    /// The schema version of the file.
    public let fileVersion: UInt64
    /// The schema version of the configuration.
    public let version: UInt64
    /// The changes; empty if the file already matches the configuration, or if the configuration is read-only.
    public let lines: [Line]
    /// The reason why opening would throw before any change; nil if there is no such reason.
    public let failure: String?
    /// Whether opening would throw, as far as this can be determined without running migration code.
    public var wouldFail: Bool { failure != nil || lines.contains { $0.failure != nil } }

    /// Creates the plan for an opening that deletes the file instead of converting it.
    init(deleting forecast: MigrationForecast) {
      fileVersion = forecast.from
      version = forecast.to
      failure = nil
      let text =
        "The file is deleted and created again, because 'deleteRealmIfMigrationNeeded' is set, if 'willDeleteForMigration' permits it."
      lines = [Line(text: text, objects: forecast.rows, needsCode: false, failure: nil)]
    }

    /// Creates the plan for a read-only opening.
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
  /// The versions, one line for each change, and the reasons why opening would throw.
  public var description: String {
    var lines = ["Schema version \(fileVersion) -> \(version)"]
    for line in self.lines {
      let objects = line.objects.map { " (\($0) objects)" } ?? ""
      lines.append("- \(line.text)\(objects)\(line.needsCode ? " It needs migration code." : "")")
      if let failure = line.failure { lines.append("  Would fail: \(failure)") }
    }
    if let failure { lines.append("Would fail: \(failure)") }
    return lines.joined(separator: "\n")
  }
}
