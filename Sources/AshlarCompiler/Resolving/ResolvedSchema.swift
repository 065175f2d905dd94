public import AshlarSchema

/// A schema without errors: every name is bound, and every rule has been checked.
public struct ResolvedSchema: Sendable {
  /// The declarations of one source file, in source order.
  struct File: Sendable {
    var path: String
    /// The generated file's name; empty for a Swift file.
    var outputName: String
    /// Whether this is a Swift file. Code for its handwritten classes is generated in the file for the schema itself.
    var isSwift = false
    /// The modules that a Swift file imports, and whether each import is conditional.
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
  /// The name of the generated file for the schema itself. If the target's name is specified, the file's name depends on it and not on the
  /// contents of the files, because the build plugin must determine the name before the files are read.
  public let fileName: String
  /// The access level of the generated types.
  public let access: AccessLevel
  /// The modules that the schema's key `imports` lists, without duplicates. Generated files import them, too.
  public let imports: [String]
  /// The documentation of the schema.
  public let documentation: String?
  /// The files, sorted by path.
  let files: [File]
  /// The releases of the schema.
  let history: SchemaHistory
  /// The name of the generated file for migration code; nil if there is no release.
  public var migrationFileName: String? {
    history.releases.isEmpty ? nil : fileName.dropLast("Schema.swift".count) + "Migration.swift"
  }
  /// The migration steps that need code, between releases and from the newest release to this schema.
  public var steps: [MigrationStep] { history.steps(to: model) }
}
