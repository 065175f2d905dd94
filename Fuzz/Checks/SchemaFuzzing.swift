internal import AshlarCompiler
internal import AshlarSchemaTools
internal import AshlarSchema

/// What holds for any bytes given to the compiler.
public enum SchemaFuzzing {
  /// Stands between the files of one input; no byte of valid UTF-8.
  public static let separator: UInt8 = 0xFE

  /// Compiles the files of one input and checks all that must hold.
  /// - Throws: `FuzzFinding` for the first rule that does not.
  public static func check(_ input: [UInt8]) throws(FuzzFinding) {
    let parts = input.split(separator: separator, maxSplits: 3, omittingEmptySubsequences: false)
    let files = parts.enumerated().map { SourceFile(path: "\(["b", "a", "d", "c"][$0]).yaml", bytes: Array($1)) }
    let compiler = SchemaCompiler(name: "Fuzzed")
    let result = compiler.check(files)
    try check(result.diagnostics, in: files)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    try require((result.schema == nil) == hasErrors, "there is a schema exactly when there is no error")

    let again = compiler.check(files.reversed())
    try require(again.diagnostics == result.diagnostics, "the order of files does not change the diagnostics")
    _ = compiler.parsed(files)
    let (outcome, _) = SchemaFormatter.format(files)
    guard let schema = result.schema, let same = again.schema else {
      if case .formatted = outcome { throw FuzzFinding("a schema with errors is not formatted") }
      return
    }
    let generated = compiler.generate(schema)
    try require(generated == compiler.generate(same), "the order of files does not change what is generated")
    try require(Set(generated.map(\.name)).count == generated.count, "generated files have names of their own")
    try check(outcome, of: files, generated: generated, compiler)
    try check(schema, compiler)
  }

  private static func check(_ diagnostics: [Diagnostic], in files: [SourceFile]) throws(FuzzFinding) {
    for diagnostic in diagnostics {
      let text = diagnostic.text(color: false) + diagnostic.text(color: true) + diagnostic.json()
      let isSafe = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\u{1B}" }
      try require(isSafe, "diagnostics print no control characters: \(diagnostic.message)")
      try require(!diagnostic.json().dropLast().contains("\n"), "a diagnostic is one line of JSON: \(diagnostic.message)")
      try require(DiagnosticExplanation.explanation(of: diagnostic.code) != nil, "'\(diagnostic.code)' is explained")
      for location in [diagnostic.location] + diagnostic.notes.map(\.location) {
        guard let file = files.first(where: { $0.path == location.path }) else { throw FuzzFinding("no file '\(location.path)'") }
        let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let isInside = lines.indices.contains(location.start.line - 1) && location.start.column <= lines[location.start.line - 1].count + 1
        try require(isInside, "\(diagnostic.code) is inside its file: \(location.start.line):\(location.start.column)")
      }
    }
  }

  private static func check(
    _ outcome: SchemaFormatter.Outcome, of files: [SourceFile], generated: [GeneratedFile], _ compiler: SchemaCompiler
  ) throws(FuzzFinding) {
    guard case .formatted(let changed) = outcome else { throw FuzzFinding("a schema without errors can be formatted") }
    let formatted = files.map { file in changed.first { $0.path == file.path } ?? file }
    guard case .formatted(let left) = SchemaFormatter.format(formatted).outcome else {
      throw FuzzFinding("formatted once, formatted again")
    }
    try require(left.isEmpty, "what is formatted stays as it is")
    guard let schema = compiler.check(formatted).schema else { throw FuzzFinding("what is formatted has no errors") }
    try require(compiler.generate(schema) == generated, "formatting changes nothing that is generated")
  }

  private static func check(_ schema: ResolvedSchema, _ compiler: SchemaCompiler) throws(FuzzFinding) {
    let bytes = DescriptorWriter.bytes(for: schema.model)
    let read = try DescriptorFuzzing.readable(bytes, "the descriptor of a schema is read")
    try require(read == schema.model, "the descriptor holds the model")
    let dump = DescriptorDump.yaml(schema.model)
    let dumped = compiler.check([SourceFile(path: "dump.yaml", text: dump)])
    guard let model = dumped.schema?.model else {
      throw FuzzFinding("the dump compiles:\n\(dumped.diagnostics.map { $0.text() }.joined())\(dump)")
    }
    try require(Fingerprint.source(of: model) == Fingerprint.source(of: schema.model), "the dump has the source fingerprint")
    try require(Fingerprint.storage(of: model) == Fingerprint.storage(of: schema.model), "the dump has the storage fingerprint")
    let source = SchemaSource(path: "a", model: schema.model)
    try require(SchemaChange.between(source, source).isEmpty, "a schema does not differ from itself")
    _ = MermaidDiagram.text(for: schema.model) + DotDiagram.text(for: schema.model) + SVGDiagram.text(for: schema.model)
    _ = HTMLPage.text(for: schema.model, documentation: schema.documentation) + DescriptorDump.json(schema.model)
  }
}
