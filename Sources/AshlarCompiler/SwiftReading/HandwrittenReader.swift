internal import AshlarSchema

/// Reads the declarations of a target's Swift files, in the same form as those of YAML files. Types that are neither models nor types of
/// stored properties are omitted.
package struct HandwrittenReader {
  private let files: [ScannedFile]
  /// All files of the target; the index of a file is its number.
  private let texts: [SourceText]
  package let types: SwiftTypes
  private let sink: DiagnosticSink
  /// The names that YAML files declare. For an enum or custom type, the YAML declaration takes precedence.
  private let declared: Set<String>
  private let yaml: [FileDeclarations]

  /// Returns the declarations of the files with the given numbers, in the same order.
  static func read(
    _ numbers: [Int], texts: [SourceText], beside yaml: [FileDeclarations], sink: DiagnosticSink
  ) -> [FileDeclarations] {
    guard !numbers.isEmpty else { return [] }
    return HandwrittenReader(numbers.map { scan(texts[$0], $0, sink) }, texts, beside: yaml, sink: sink).declarations()
  }

  /// Scans the declarations of one file. If the file cannot be read, reports the reason and returns a file that is marked as broken.
  package static func scan(_ text: SourceText, _ number: Int, _ sink: DiagnosticSink) -> ScannedFile {
    let source = SwiftSource(text, file: number)
    return SwiftFileChecker(sink: sink).check(source) ? DeclarationReader.read(source) : ScannedFile(file: number, isBroken: true)
  }

  package init(_ files: [ScannedFile], _ texts: [SourceText], beside yaml: [FileDeclarations], sink: DiagnosticSink) {
    (self.files, self.texts, self.yaml, self.sink) = (files, texts, yaml, sink)
    types = SwiftTypes(files, beside: yaml)
    declared = Set(yaml.flatMap(\.declaredNames).map(\.text))
  }

  package func declarations() -> [FileDeclarations] {
    var result = files.map { FileDeclarations(file: $0.file, isBroken: $0.isBroken) }
    for (index, file) in files.enumerated() { result[index].swiftImports = file.imports }
    var places = PositionChecker(sink: sink)
    for (index, model) in models() {
      places.check(model)
      if result[index].types.isEmpty, let span = files[index].sourceLocation { sink.report(.movedPositions, at: span) }
      result[index].types.append(model.declaration)
    }
    addStoredTypes(&result)
    let foreign = ForeignTypeReader(types: types)
    for (index, file) in files.enumerated() { result[index].foreignTypes = foreign.read(result[index].types, of: file) }
    return result
  }

  /// Returns the models of all files, each with the index of its file.
  private func models() -> [(index: Int, model: ScannedModel)] {
    let scanned = files.enumerated().flatMap { index, file in file.types.map { (index: index, type: $0) } }
    return Parallel.map(scanned, sink: sink) { [types, texts, declared] scanned, sink in
      let reader = ModelReader(types: types, texts: texts, declared: declared, sink: sink)
      return reader.read(scanned.type).map { (scanned.index, $0) }
    }.compactMap(\.self)
  }

  /// Adds the enums and custom types that are types of properties, including properties in YAML files.
  private func addStoredTypes(_ result: inout [FileDeclarations]) {
    var seen = declared
    for type in (yaml + result).flatMap({ $0.types.flatMap(\.properties) + $0.mixins.flatMap(\.properties) }) {
      let name = type.type.element.text
      guard seen.insert(name).inserted, let path = types.bySchemaName[name] else { continue }
      let reader = StoredTypeReader(types: types, sink: sink)
      guard let read = reader.read(path) else {
        guard let unstored = reader.unstored(path), let index = result.firstIndex(where: { $0.file == unstored.name.span.file }) else {
          continue
        }
        result[index].unstoredTypes.append(unstored)
        continue
      }
      guard let span = read.enumeration?.name.span ?? read.custom?.name.span, let index = result.firstIndex(where: { $0.file == span.file })
      else { continue }
      if let enumeration = read.enumeration { result[index].enums.append(enumeration) }
      if let custom = read.custom { result[index].customTypes.append(custom) }
    }
  }
}

extension SourceText {
  /// The last component of the file's path.
  var fileName: String { file.path.split(separator: "/").last.map(String.init) ?? file.path }
}
