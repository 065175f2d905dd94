internal import AshlarSchema

/// All types of a schema by name.
final class TypeTable {
  /// What a name stands for.
  enum Binding {
    case scalar(ValueType)
    case enumeration(EnumDeclaration)
    case type(TypeDeclaration)
    /// Declared, but not readable; or there may be such a declaration in a part that is not readable.
    case refused
  }

  private var enums: [String: EnumDeclaration] = [:]
  private var types: [String: TypeDeclaration] = [:]
  private var mixins: [String: MixinDeclaration] = [:]
  private var refused: Set<String> = []
  private var isIncomplete = false
  /// Made when a name is unknown.
  private lazy var spelling = Spelling(ValueType.scalars.map(\.name) + declared)
  private let declared: [String]

  /// Takes in every declaration; the second of a name is reported and left out.
  init(_ declarations: SchemaDeclarations, sink: DiagnosticSink) {
    var places: [String: SourceSpan] = [:]
    declared = declarations.files.flatMap { $0.enums.map(\.name.text) + $0.types.map(\.name.text) }
    for file in declarations.files {
      isIncomplete = isIncomplete || file.isBroken
      refused.formUnion(file.refusedNames.map(\.text))
      let names = (file.enums.map(\.name) + file.mixins.map(\.name) + file.types.map(\.name)).sorted { $0.span < $1.span }
      var duplicates: Set<SourceSpan> = []
      for name in names {
        if let first = places[name.text] {
          sink.report(.duplicateType(name.text), at: name.span, notes: [(.otherTypeHere(name.text), first)])
          duplicates.insert(name.span)
        } else {
          places[name.text] = name.span
        }
      }
      for declaration in file.enums where !duplicates.contains(declaration.name.span) { enums[declaration.name.text] = declaration }
      for declaration in file.mixins where !duplicates.contains(declaration.name.span) { mixins[declaration.name.text] = declaration }
      for declaration in file.types where !duplicates.contains(declaration.name.span) { types[declaration.name.text] = declaration }
    }
  }

  /// What a name stands for, or nil when nothing is named so.
  func binding(of name: String) -> Binding? {
    if let type = ValueType(scalarName: name) { return .scalar(type) }
    if let declaration = enums[name] { return .enumeration(declaration) }
    if let declaration = types[name] { return .type(declaration) }
    return isIncomplete || refused.contains(name) ? .refused : nil
  }

  /// How Swift spells the external enum of this name; nil for everything else.
  func externalName(of name: String) -> String? { enums[name]?.externalName }

  /// Whether a case of an enum is deprecated.
  func isDeprecated(_ name: String, of enumeration: String) -> Bool {
    enums[enumeration]?.cases.first { $0.name.text == name }?.deprecation != nil
  }

  /// The object or embedded type of this name.
  func type(named name: String) -> TypeDeclaration? { types[name] }

  /// The name of the enum, object or embedded type of this name, where it is declared.
  func declaration(named name: String) -> Name? { enums[name]?.name ?? types[name]?.name }

  /// Reports a name that no type has.
  func reportUnknown(_ name: Name, sink: DiagnosticSink) {
    if let mixin = mixins[name.text] {
      return sink.report(.mixinAsType(name.text), at: name.span, notes: [(.declaredHere(name.text), mixin.name.span)])
    }
    let nearest = sink.isFull ? nil : spelling.nearest(to: name.text)
    if let nearest, let place = enums[nearest]?.name ?? types[nearest]?.name {
      sink.report(.unknownType(name.text, suggestion: nil), at: name.span, notes: [(.didYouMean(nearest), place.span)])
    } else {
      sink.report(.unknownType(name.text, suggestion: nearest), at: name.span)
    }
  }
}
