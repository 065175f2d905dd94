public import AshlarSchema

/// A schema without errors: every name is bound and every rule checked.
public struct ResolvedSchema: Sendable {
  /// The declarations of one source file, in their order.
  struct File: Sendable {
    var path: String
    /// The generated file's name.
    var outputName: String
    /// Whether the classes of the file are handwritten. For such a file, code is generated only in the schema's own file.
    var isSwift = false
    /// The modules that a Swift file imports, and whether the import is conditional.
    var imports: [(module: String, isConditional: Bool)] = []
    var declarations: [Declaration]
  }

  /// One declared type.
  enum Declaration: Sendable {
    case entity(EntityModel, EntitySurface)
    case enumeration(EnumModel, EnumSurface)
    case external(ExternalEnumModel)
    case custom(CustomTypeModel, swiftName: String)
    case mixin(MixinModel)
    case projection(ProjectionModel, ProjectionSurface)
    case handwritten(EntityModel, HandwrittenSurface)
  }

  /// The part of the schema that the descriptor contains.
  public let model: SchemaModel
  /// The name of the generated file for the schema itself. It depends on the target and not on the contents of the files, because the build
  /// plugin must know it before they are read.
  public let fileName: String
  /// The access level of the generated types.
  public let access: AccessLevel
  /// Further modules that generated files import.
  public let imports: [String]
  /// The documentation of the schema.
  public let documentation: String?
  /// The files, sorted by path.
  let files: [File]
  /// The previous releases.
  let history: SchemaHistory
  /// The name of the generated file for migration code; nil if there was no release.
  public var migrationFileName: String? {
    history.releases.isEmpty ? nil : fileName.dropLast("Schema.swift".count) + "Migration.swift"
  }
  /// The steps between releases, and from the newest one to this schema, that need code.
  public var steps: [MigrationStep] { history.steps(to: model) }
}
