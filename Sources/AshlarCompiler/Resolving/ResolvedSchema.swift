public import AshlarSchema

/// A schema without errors: every name is bound and every rule checked.
public struct ResolvedSchema: Sendable {
  /// What one source file declares, in the order in which it does.
  struct File: Sendable {
    var path: String
    /// The generated file's name.
    var outputName: String
    /// Whether its classes are written by hand: nothing is generated but what the schema's own file has of them.
    var isSwift = false
    /// Modules that it imports, where it is Swift, and whether only under a condition.
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

  /// What the descriptor holds.
  public let model: SchemaModel
  /// The name of the generated file that holds the schema itself. It follows the target, not the contents of the files: the
  /// build plug-in must know it before they are read.
  public let fileName: String
  /// Who may use the generated types.
  public let access: AccessLevel
  /// Further modules that generated files import.
  public let imports: [String]
  /// What the schema is about.
  public let documentation: String?
  /// The files in the order of their paths.
  let files: [File]
  /// The releases before.
  let history: SchemaHistory
  /// The name of the generated file for the code between releases; nil where there was none.
  public var migrationFileName: String? {
    history.releases.isEmpty ? nil : fileName.dropLast("Schema.swift".count) + "Migration.swift"
  }
  /// What needs code between the releases, and up to this schema.
  public var steps: [MigrationStep] { history.steps(to: model) }
}
