import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing

/// The diagnostics of one file, `dogs.yaml`, as text.
func diagnostics(of yaml: String, name: String? = nil) -> String {
  diagnostics(of: [SourceFile(path: "dogs.yaml", text: yaml)], name: name)
}

/// The diagnostics of several files as text.
func diagnostics(of files: [SourceFile], name: String? = nil) -> String {
  SchemaCompiler(name: name, needsName: false).check(files).diagnostics.map { $0.text() }.joined()
}

/// Expects exactly these diagnostics. Line ends at the end of both are left out.
func expectDiagnostics(_ yaml: String, _ expected: String, location: Testing.SourceLocation = #_sourceLocation) {
  #expect(diagnostics(of: yaml + "\n") == expected + "\n", sourceLocation: location)
}

/// The generated files of a schema that has no errors, by name.
func generate(
  _ files: [SourceFile], name: String? = nil, access: AccessLevel? = nil, history: SchemaHistory = SchemaHistory()
) throws -> [String: String] {
  let compiler = SchemaCompiler(name: name, access: access, history: history)
  let result = compiler.check(files)
  let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
  return Dictionary(uniqueKeysWithValues: compiler.generate(schema).map { ($0.name, $0.text) })
}
