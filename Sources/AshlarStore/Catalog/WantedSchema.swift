public import AshlarSchema

/// The types that a Realm wants, as files are compared with them. Worked out once for all openings that want the same.
public final class WantedSchema: Sendable {
  /// The types by their Swift names.
  let model: SchemaModel
  /// The process-wide ordinals of the model's entities.
  let ordinals: [String: Int]
  let unlisted: @Sendable (String) -> Int
  /// The types as files keep them.
  let stored: SchemaModel
  /// Whether differences that lose nothing are applied without a higher version.
  let isLenient: Bool

  /// Remembers the types.
  /// - Parameters:
  ///   - ordinals: the process-wide ordinals of the model's entities.
  ///   - unlisted: gives ordinals to tables of a file that the model has no entity for, by stored name. Their links are kept
  ///     right when what they link to is deleted.
  ///   - isLenient: whether differences that lose nothing are applied without a higher version.
  public convenience init(
    _ model: SchemaModel, ordinals: [String: Int], unlisted: @escaping @Sendable (String) -> Int, isLenient: Bool = false
  ) {
    self.init(model, stored: model.storedForm, ordinals: ordinals, unlisted: unlisted, isLenient: isLenient)
  }

  private init(
    _ model: SchemaModel, stored: SchemaModel, ordinals: [String: Int], unlisted: @escaping @Sendable (String) -> Int, isLenient: Bool
  ) {
    self.isLenient = isLenient
    self.model = model
    self.ordinals = ordinals
    self.unlisted = unlisted
    self.stored = stored
  }

  /// The same types, to be compared with a file that went through none of the releases between. Nil where it has to.
  /// - Parameter releases: between the file's version and this one, in their order.
  public func skipping(_ releases: [SchemaModel], for file: SchemaModel) -> WantedSchema? {
    guard let stored = ReleasePath.direct(from: file, through: releases.map(\.storedForm), to: stored) else { return nil }
    return WantedSchema(model, stored: stored, ordinals: ordinals, unlisted: unlisted, isLenient: isLenient)
  }

  /// What differs between a file and these types; types that only the file has do not count.
  public func differences(from file: SchemaModel) -> [SchemaDifference] {
    SchemaDifference.between(file, stored).filter { difference in
      if case .typeRemoved = difference { false } else { true }
    }
  }

  /// What a file has once it was brought under these types, by stored names.
  public func following(_ file: SchemaModel) -> SchemaModel { ReleasePath.following(file, stored) }

  /// The same types, with differences that lose nothing applied without a higher version.
  public var lenient: WantedSchema { WantedSchema(model, ordinals: ordinals, unlisted: unlisted, isLenient: true) }

  /// No types: the tables of a file under their stored names.
  var withoutTypes: WantedSchema {
    WantedSchema(SchemaModel(name: "stored", version: model.version, entities: []), ordinals: [:], unlisted: unlisted)
  }

  /// The same types without primary keys; those with these stored names are not embedded yet.
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
  /// Makes the primary key a property as others are, without an index.
  mutating func removeKey() {
    for column in properties.indices where properties[column].isPrimaryKey {
      properties[column].isPrimaryKey = false
      properties[column].isIndexed = false
    }
  }
}
