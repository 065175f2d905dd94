internal import AshlarSchema

/// Reads the top level of one file.
struct FileReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  /// Returns the declarations of the tree, or none if the tree is broken; invalid ones are reported and omitted.
  func read(_ tree: SyntaxTree) -> FileDeclarations {
    var result = FileDeclarations(file: tree.file)
    result.isBroken = tree.isBroken
    guard !tree.isBroken else { return result }
    guard let root = tree.root else {
      sink.report(.missingLanguageVersion, at: SourceSpan(file: tree.file, bytes: 0..<0))
      return result
    }
    guard let mapping = nodes.mapping(root, of: .file) else {
      result.isBroken = true
      return result
    }
    guard readLanguageVersion(mapping) else {
      result.isBroken = true
      return result
    }
    let keyed = KeyedNode(mapping, place: .file, sink: sink)
    if let entry = keyed.entry("schema") { result.header = HeaderReader(sink: sink).read(entry) }
    for declaration in declarations(keyed.entry("enums")) {
      if let read = EnumReader(sink: sink).read(declaration) {
        result.enums.append(read)
      } else {
        result.refusedNames.append(Name(declaration.key))
      }
    }
    for declaration in declarations(keyed.entry("types")) {
      if let read = CustomTypeReader(sink: sink).read(declaration) {
        result.customTypes.append(read)
      } else {
        result.refusedNames.append(Name(declaration.key))
      }
    }
    for declaration in declarations(keyed.entry("mixins")) {
      if let read = TypeReader(sink: sink).readMixin(declaration) {
        result.mixins.append(read)
      } else {
        result.refusedNames.append(Name(declaration.key))
      }
    }
    for (section, kind) in [("objects", EntityKind.object), ("embedded", .embedded), ("asymmetric", .asymmetric)] {
      let declarations = declarations(keyed.entry(section))
      let types = Parallel.map(declarations, sink: sink) { TypeReader(sink: $1).read($0, kind: kind) }
      for (declaration, read) in zip(declarations, types) {
        if let read {
          result.types.append(read)
        } else {
          result.refusedNames.append(Name(declaration.key))
        }
      }
    }
    for declaration in declarations(keyed.entry("projections")) {
      if let read = ProjectionReader(sink: sink).read(declaration) {
        result.projections.append(read)
      } else {
        result.refusedNames.append(Name(declaration.key))
      }
    }
    return result
  }

  /// Reports a missing or unknown language version. Returns false for an unknown one: the rest of the file is then ignored.
  private func readLanguageVersion(_ mapping: MappingNode) -> Bool {
    guard let entry = mapping.entries.first(where: { $0.key.text == "ashlar" }) else {
      let start = mapping.span.bytes.lowerBound
      let span = mapping.entries.first?.key.span ?? SourceSpan(file: mapping.span.file, bytes: start..<start)
      sink.report(.missingLanguageVersion, at: span)
      return true
    }
    guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return true }
    if scalar.text == "1" { return true }
    sink.report(.wrongLanguageVersion(scalar.text), at: scalar.span)
    return false
  }

  private func declarations(_ entry: MappingNode.Entry?) -> [MappingNode.Entry] {
    guard let entry, let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return [] }
    guard let keys = Self.keys(of: entry.key.text) else { return mapping.entries }
    // Reports a key that should be indented under the preceding declaration, which has no value.
    var entries: [MappingNode.Entry] = []
    for (index, entry) in mapping.entries.enumerated() {
      if keys.contains(entry.key.text), let owner = entries.last, index > 0, case .scalar(let value) = owner.value, value.isAbsent {
        sink.report(.keyNotIndented(entry.key.text, under: owner.key.text), at: entry.key.span)
        entries[entries.count - 1].value = .invalid(value.span)
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  /// Returns the keys that a declaration in `section` may contain; nil if `section` is not the key of a section with declarations.
  private static func keys(of section: String) -> [String]? {
    switch section {
    case "objects", "embedded", "asymmetric": KeyPlace.object.keys
    case "mixins": KeyPlace.mixin.keys
    case "enums": KeyPlace.enumeration.keys
    case "types": KeyPlace.customType.keys
    case "projections": KeyPlace.projection.keys
    default: nil
    }
  }
}
