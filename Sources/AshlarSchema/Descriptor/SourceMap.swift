/// The source locations of a schema's declarations.
public struct SourceMap: Hashable, Sendable {
  /// A location in a file.
  public struct Place: Hashable, Sendable {
    /// The file's name without folders, so that it is the same on every machine.
    public var file: String
    /// The line, counted from 1.
    public var line: UInt32
    /// The column in UTF-8 bytes, counted from 1.
    public var column: UInt32

    /// Creates a location.
    public init(file: String, line: UInt32, column: UInt32) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// The source location of each declaration.
  public var places: [SchemaDifference.Subject: Place]

  /// Creates a source map.
  public init(places: [SchemaDifference.Subject: Place] = [:]) {
    self.places = places
  }
}

extension SchemaModel {
  /// The declarations that a source map can locate, in the order of the records of each kind.
  var subjects: [(node: DocumentedNode, subject: SchemaDifference.Subject)] {
    let types = entities.map { (DocumentedNode.entity, SchemaDifference.Subject.type($0.storedName)) }
    let properties = entities.flatMap { entity in
      entity.properties.map { property in
        (
          DocumentedNode.property,
          property.collection == .linkingObjects
            ? SchemaDifference.Subject.linkingObjects(type: entity.storedName, property: property.name)
            : .property(type: entity.storedName, property: property.storedName)
        )
      }
    }
    let enumerations = enums.map { (DocumentedNode.enumeration, SchemaDifference.Subject.enumeration($0.name)) }
    let cases = enums.flatMap { model in
      model.cases.map { (DocumentedNode.enumCase, SchemaDifference.Subject.enumCase(enumeration: model.name, name: $0.name)) }
    }
    let views = projections.map { (DocumentedNode.projection, SchemaDifference.Subject.projection($0.name)) }
    return types + properties + enumerations + cases + views
  }
}
