internal import AshlarCompiler

/// `ashlar generate` as the plugins need it: schema files to Swift files.
package struct Generation {
  /// Schema files, or folders with schema files.
  package var schemas: [String]
  /// The folder for Swift files.
  package var output: String
  /// The target's name.
  package var name: String
  /// The folder with the releases; nil to look for it beside the schemas.
  package var history: String?
  /// The names of the target's Swift files that generated ones must not have.
  package var ownNames: [String] = []
  /// Write nothing, and fail where files are stale.
  package var isDryRun = false
  /// Name each file that is written.
  package var isVerbose = false

  /// Prints the mistakes of the schema to standard error, and without any writes what is stale.
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
