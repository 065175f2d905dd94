internal import AshlarCompiler

/// The part of `ashlar generate` that the plugins need: it compiles schema files to Swift files.
package struct Generation {
  /// Schema files, or folders with schema files.
  package var schemas: [String]
  /// The folder for Swift files.
  package var output: String
  /// The target's name.
  package var name: String
  /// The folder with the releases; nil to search for it next to the schemas.
  package var history: String?
  /// The names of the target's Swift files, which generated files must not have.
  package var ownNames: [String] = []
  /// Whether files are compared but not written; `run` then throws if files are stale.
  package var isDryRun = false
  /// Whether to print the name of each file that is written.
  package var isVerbose = false

  /// Prints the diagnostics of the schema to standard error; if there are no errors, writes the files that are stale. Throws if there are
  /// errors, or if `isDryRun` is true and files are stale.
  package func run() throws(CommandFailure) {
    let files = try SchemaFiles.read(schemas)
    HeapHint.willCompile(bytes: files.reduce(0) { $0 + $1.bytes.count })
    let releases = if let history { history } else { try HistoryFiles.folder(of: schemas) }
    var compiler = SchemaCompiler(name: name, history: try HistoryFiles.read(folder: releases))
    compiler.ownNames = ownNames
    let result = compiler.check(files)
    let isColored = FileSystem.isTerminal(2)
    FileSystem.printVerbatim(result.diagnostics.map { $0.text(color: isColored) }.joined(), to: 2)
    guard let schema = result.schema else { throw .refused }
    let folder = output.hasSuffix("/") ? output : output + "/"
    let writer = try OutputWriter(isDryRun: isDryRun, isVerbose: isVerbose, inputs: files.map(\.path) + HistoryFiles.paths(in: releases))
    try writer.requireUpToDate(writer.write(compiler.generate(schema).map { (folder + $0.name, $0.bytes) }))
  }
}
