public import AshlarSchema

/// The types that a Realm requires, in the form in which they are compared with files. They are computed once, and shared by all openings
/// with these types.
public final class WantedSchema: Sendable {
  /// The types by their Swift names.
  let model: SchemaModel
  /// The process-wide ordinals of the model's entities.
  let ordinals: [String: Int]
  let unlisted: @Sendable (String) -> Int
  /// The types in stored form.
  let stored: SchemaModel
  /// Whether lossless differences are applied without a higher version.
  let isLenient: Bool
  /// The features that the file must have, including those of the types' rules.
  let features: Set<FileFeature>

  /// Creates a wanted schema.
  /// - Parameters:
  ///   - ordinals: The process-wide ordinals of the model's entities.
  ///   - unlisted: Assigns ordinals, by stored name, to tables of a file that the model lacks. Their links are maintained when a target is
  ///     deleted.
  ///   - isLenient: Whether lossless differences are applied without a higher version.
  ///   - features: The features that the file must have in addition to those of the types' rules.
  public convenience init(
    _ model: SchemaModel, ordinals: [String: Int], unlisted: @escaping @Sendable (String) -> Int, isLenient: Bool = false,
    features: Set<FileFeature> = []
  ) {
    self.init(
      model, stored: model.storedForm, ordinals: ordinals, unlisted: unlisted, isLenient: isLenient, features: features)
  }

  private init(
    _ model: SchemaModel, stored: SchemaModel, ordinals: [String: Int], unlisted: @escaping @Sendable (String) -> Int, isLenient: Bool,
    features: Set<FileFeature>
  ) {
    self.isLenient = isLenient
    self.features = features.union(stored.ruleFeatures)
    self.model = model
    self.ordinals = ordinals
    self.unlisted = unlisted
    self.stored = stored
  }

  /// Returns the same types, for comparison with a file that has the schema `file` and is migrated without the steps to `releases`; nil if
  /// these steps cannot be skipped.
  /// - Parameter releases: The schemas between the file's version and this one, in order of their versions.
  public func skipping(_ releases: [SchemaModel], for file: SchemaModel) -> WantedSchema? {
    guard let stored = ReleasePath.direct(from: file, through: releases.map(\.storedForm), to: stored) else { return nil }
    return WantedSchema(
      model, stored: stored, ordinals: ordinals, unlisted: unlisted, isLenient: isLenient, features: features)
  }

  /// Returns the differences between a file and these types; types that only the file contains are ignored.
  public func differences(from file: SchemaModel) -> [SchemaDifference] {
    SchemaDifference.between(file, stored).filter { difference in
      if case .typeRemoved = difference { false } else { true }
    }
  }

  /// Returns the schema, in stored form, that a file with the schema `file` has after a migration to these types.
  public func following(_ file: SchemaModel) -> SchemaModel { ReleasePath.following(file, stored) }

  /// These types, with lossless differences applied without a higher version.
  public var lenient: WantedSchema {
    WantedSchema(model, ordinals: ordinals, unlisted: unlisted, isLenient: true, features: features)
  }

  /// A schema without types, under which all tables of a file have their stored names.
  var withoutTypes: WantedSchema {
    WantedSchema(SchemaModel(name: "stored", version: model.version, entities: []), ordinals: [:], unlisted: unlisted)
  }

  /// Returns the same types without primary keys. The types whose stored names are in `objects` are not embedded yet.
  func unsettled(objects: Set<String>) -> WantedSchema {
    var model = model
    for entity in model.entities.indices {
      model.entities[entity].removeKey()
      if objects.contains(model.entities[entity].storedName) { model.entities[entity].kind = .object }
    }
    return WantedSchema(model, ordinals: ordinals, unlisted: unlisted)
  }
}

extension EntityModel {
  /// Turns the primary key into ordinary properties. A key of one property also loses its index.
  mutating func removeKey() {
    rules.removeAll { $0.kind == .primaryKey }
    for column in properties.indices where properties[column].isPrimaryKey {
      properties[column].isPrimaryKey = false
      properties[column].isIndexed = false
    }
  }
}
