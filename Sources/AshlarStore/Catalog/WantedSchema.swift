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

  /// Remembers the types.
  /// - Parameters:
  ///   - ordinals: the process-wide ordinals of the model's entities.
  ///   - unlisted: gives ordinals to tables of a file that the model has no entity for, by stored name. Their links are kept
  ///     right when what they link to is deleted.
  public init(_ model: SchemaModel, ordinals: [String: Int], unlisted: @escaping @Sendable (String) -> Int) {
    self.model = model
    self.ordinals = ordinals
    self.unlisted = unlisted
    stored = model.storedForm
  }

  /// No types: the tables of a file under their stored names.
  var withoutTypes: WantedSchema {
    WantedSchema(SchemaModel(name: "stored", version: model.version, entities: []), ordinals: [:], unlisted: unlisted)
  }

  /// The same types without primary keys.
  var withoutKeys: WantedSchema { WantedSchema(model.withoutKeys, ordinals: ordinals, unlisted: unlisted) }
}

extension SchemaModel {
  fileprivate var withoutKeys: SchemaModel {
    var model = self
    for entity in model.entities.indices { model.entities[entity].removeKey() }
    return model
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
