import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Determines the hops in which a file is migrated from its version to that of the configuration.
struct MigrationHops {
  private let configuration: Realm.Configuration
  private let types: RealmTypes
  private let version: UInt64
  private let place: String
  private let reports: ProgressReports

  init(_ configuration: Realm.Configuration, _ types: RealmTypes, version: UInt64, _ place: String, _ reports: ProgressReports) {
    self.reports = reports
    self.configuration = configuration
    self.types = types
    self.version = version
    self.place = place
  }

  private var wanted: WantedSchema { configuration.automaticChanges == .always ? types.lenient : types.wanted }

  /// Returns the types with which a file is compared if it skips the releases between its version and that of the configuration.
  func wanted(skippingFrom file: SchemaModel?) throws -> WantedSchema {
    guard let file, let releases = try configuration.migration?.releases() else { return wanted }
    return wanted.skipping(releases.filter { $0.version > file.version && $0.version < version }, for: file) ?? wanted
  }

  /// Returns the hops from the file's schema to that of the configuration, in ascending order of versions.
  /// - Parameter file: The schema of the file, by stored names; nil for a new file.
  func hops(from file: SchemaModel?) throws -> [MigrationHop] {
    guard let file, file.version < version else { return [hop(to: types, wanted, version, steps: [], from: file?.version ?? version)] }
    guard let plan = configuration.migration else {
      if configuration.migrationBlock == nil { try checkNoCode(from: file.version) }
      return [hop(to: types, wanted, version, steps: [], from: file.version)]
    }
    let releases = try plan.releases()
    let steps = plan.steps.filter { $0.to > file.version && $0.to <= version }
    if let release = releases.first(where: { $0.version == file.version }), steps.contains(where: { $0.from == file.version }) {
      try check(file, release, plan)
    }
    let between = releases.filter { $0.version > file.version && $0.version < version }
    let stops = Set(steps.flatMap { [$0.from, $0.to] })
    var hops: [MigrationHop] = []
    var state = file
    var index = 0
    var way = between.filter { stops.contains($0.version) }.map(\.version) + [version]
    while index < way.count {
      let stop = way[index]
      let last = index == 0 ? file.version : way[index - 1]
      let skipped = between.filter { $0.version > last && $0.version < stop }
      let target = try stop == version ? types : releaseTypes(stop, releases)
      let base = stop == version ? wanted : target.wanted
      guard let reached = skipped.isEmpty ? base : base.skipping(skipped, for: state) else {
        // Names alone do not determine this migration, so the file is migrated through each of the skipped releases.
        way.insert(contentsOf: skipped.map(\.version), at: index)
        continue
      }
      hops.append(hop(to: target, reached, stop, steps: steps.filter { $0.to == stop }, from: file.version))
      state = reached.following(state)
      index += 1
    }
    return hops
  }

  // Throws if values would be lost because the configuration lacks the migration code that the schema has for them.
  private func checkNoCode(from fileVersion: UInt64) throws {
    for entity in types.entities.values {
      let linked = entity.linked
      guard linked.migrations.contains(where: { $0 > fileVersion && $0 <= version }) else { continue }
      throw Realm.Error(
        .fail,
        "'\(configuration.place.name)' has schema version \(fileVersion), and its values must be converted by code: set "
          + "'migration' in the configuration to '\(linked.name)Schema.migration(…)'. The file was left as it was.",
        fileURL: configuration.fileURL)
    }
  }

  private func hop(
    to types: RealmTypes, _ wanted: WantedSchema, _ version: UInt64, steps: [_MigrationStep], from oldVersion: UInt64
  ) -> MigrationHop {
    let block = version == self.version ? configuration.migrationBlock.map { (run: $0, oldVersion: oldVersion) } : nil
    let run = MigrationRun(
      configuration.place, types, version: version, reports, steps: steps, block: block,
      makeSide: ConfiguredInstance.side(configuration, place))
    return MigrationHop(to: wanted, version: version, with: run)
  }

  private func releaseTypes(_ version: UInt64, _ releases: [SchemaModel]) throws -> RealmTypes {
    guard let release = releases.first(where: { $0.version == version }) else {
      throw Realm.Error(.fail, "The migration has no release \(version). Generate the models again.")
    }
    return RealmTypes(release: release)
  }

  // Throws if a type of the file differs from the release, because the steps from a release use the names of its types. The file may lack
  // types of the release.
  private func check(_ file: SchemaModel, _ release: SchemaModel, _ plan: MigrationPlan) throws {
    let differences = RealmTypes(release: release).wanted.differences(from: file).filter { difference in
      if case .typeAdded = difference { return false }
      return true
    }
    if differences.isEmpty { return }
    throw Realm.Error(
      .fail,
      "'\(configuration.place.name)' has schema version \(file.version), but its types are not those of that release of schema "
        + "'\(plan.schema)'. It may have been written while the release was being developed. The file was left as it was.\n"
        + differences.map { "- \($0)" }.joined(separator: "\n"),
      fileURL: configuration.fileURL, differences: differences)
  }
}

extension Realm.Configuration {
  /// The name and URL of the database, for messages of migrations.
  fileprivate var place: (name: String, url: URL?) { (fileURL?.path ?? inMemoryIdentifier ?? "", fileURL) }
}
