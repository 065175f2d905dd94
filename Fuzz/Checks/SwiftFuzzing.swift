internal import AshlarCompiler
internal import AshlarSchema
internal import AshlarSchemaTools

/// What holds for any bytes given to the reader of Swift models.
public enum SwiftFuzzing {
  /// Compiles the files of one input, which `SchemaFuzzing.separator` divides: two of Swift and one of YAML.
  /// - Throws: `FuzzFinding` for the first rule that does not hold.
  public static func check(_ input: [UInt8]) throws(FuzzFinding) {
    let parts = input.split(separator: SchemaFuzzing.separator, maxSplits: 2, omittingEmptySubsequences: false)
    let files = parts.enumerated().map { SourceFile(path: ["b.swift", "a.swift", "c.yaml"][$0], bytes: Array($1)) }
    let compiler = SchemaCompiler(name: "Fuzzed")
    let result = compiler.check(files)
    try checkPlaces(result.diagnostics, files)
    try checkImport(files.filter(\.isSwift))
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    try require((result.schema == nil) == hasErrors, "there is a schema exactly when there is no error")
    let again = compiler.check(files.reversed())
    let isSame = again.diagnostics == result.diagnostics && again.schema?.model == result.schema?.model
    try require(isSame, "the order of files changes nothing")
    guard let model = result.schema?.model else { return }
    let same = try DescriptorFuzzing.readable(DescriptorWriter.bytes(for: model), "a schema of Swift models can be stored")
    try require(same == model, "a schema of Swift models is stored as it is")
  }

  private static func checkPlaces(_ diagnostics: [Diagnostic], _ files: [SourceFile]) throws(FuzzFinding) {
    for diagnostic in diagnostics {
      try require(!diagnostic.code.isEmpty && !diagnostic.message.isEmpty, "a diagnostic has a code and words")
      for location in [diagnostic.location] + diagnostic.notes.map(\.location) {
        guard let file = files.first(where: { $0.path == location.path }) else { throw FuzzFinding("no file '\(location.path)'") }
        let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let isInside = lines.indices.contains(location.start.line - 1) && location.start.column <= lines[location.start.line - 1].count + 1
        try require(isInside, "\(diagnostic.code) is inside its file: \(location.start.line):\(location.start.column)")
      }
    }
  }

  /// Codes that a printed schema never has, whatever else is wrong with it.
  private static let syntaxCodes: Set<String> = [
    "yaml-syntax", "indentation", "key-not-indented", "missing-colon", "colon-in-text", "needs-quotes", "not-closed", "tab", "too-deep",
    "control-character", "invalid-utf8", "wrong-shape", "unknown-key", "anchor", "alias", "tag",
  ]

  private static func checkImport(_ files: [SourceFile]) throws(FuzzFinding) {
    let imported = ModelImport.schema(of: files)
    try checkPlaces(imported.diagnostics, files)
    if let schema = imported.schema {
      let found = SchemaCompiler(name: "Imported").check([SourceFile(path: "models.yaml", bytes: schema)]).diagnostics
      let wrong = found.first { syntaxCodes.contains($0.code) }
      try require(wrong == nil, "an imported schema is YAML: \(wrong?.text() ?? "")")
    }
    let modern = ModelImport.persisted(files)
    try checkPlaces(modern.diagnostics, files)
    let again = ModelImport.persisted(files.map { file in modern.swift.first { $0.path == file.path } ?? file })
    try require(
      again.isRefused || again.swift.allSatisfy { file in !modern.swift.contains(file) },
      "what has '@Persisted' is not rewritten into itself")
  }
}
