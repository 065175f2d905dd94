internal import ArgumentParser
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools
internal import AshlarSchema

/// The subcommand `ashlar generate`.
struct GenerateCommand: ParsableCommand {
  enum Stage: String, ExpressibleByArgument, CaseIterable {
    case parsed, resolved, layout, swift
  }

  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes Swift sources, and on request the descriptor, for a schema.",
    discussion: """
      A file is written only if its contents change, and only if the schema has no errors. A file that this command did not write is \
      never overwritten.

      Examples:
        ashlar generate Schemas/People --output Sources/People/Generated --name People
        ashlar generate people.yaml --output Generated --descriptor People.ashlarbin
        ashlar generate Schemas/People --output Sources/People/Generated --name People --check
        ashlar generate people.yaml --print swift

      Exits with 1 if the schema has errors or, with --check, if files are out of date; with 2 if the arguments are not valid or files are \
      missing.
      """)

  @Argument(help: "Schema files, or folders with schema files; together they are one schema.", completion: .schemas)
  var paths: [String]

  @Option(name: .shortAndLong, help: "The folder for Swift files; created if missing.", completion: .directory)
  var output: String?

  @Option(help: "A file for the binary descriptor.", completion: .descriptors)
  var descriptor: String?

  @Flag(help: "Omit documentation and source locations from the descriptor.")
  var strip = false

  @Option(help: "The name of the target. The schema file has this name, and so has the schema unless a file states another.")
  var name: String?

  @Option(help: "The access level of the generated types: public, package or internal. Overrides the schema.")
  var access: AccessLevel?

  @Flag(help: "Write nothing; fail if the files on disk differ from what would be written.")
  var check = false

  @Option(help: "Print a stage of the compilation to standard output (parsed, resolved, layout or swift) and write nothing.")
  var print: Stage?

  @Flag(name: .shortAndLong, help: "Name each file that is written.")
  var verbose = false

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func validate() throws {
    if let name, !SchemaCompiler.isValidName(name) { throw ValidationError("'\(name)' is not a Swift identifier.") }
    if strip, descriptor == nil { throw ValidationError("'--strip' needs '--descriptor'.") }
    if output == nil, descriptor == nil, print == nil {
      throw ValidationError("Missing expected argument '--output <output>'.")
    }
  }

  func run() throws {
    let files = try SchemaFiles.read(paths)
    HeapHint.willCompile(bytes: files.reduce(0) { $0 + $1.bytes.count })
    let compiler = SchemaCompiler(name: name, access: access, history: try HistoryFiles.read(paths))
    if print == .parsed {
      let parsed = compiler.parsed(files)
      FileSystem.print(parsed.text, to: 1)
      return try diagnostics.report(parsed.diagnostics)
    }
    let result = compiler.check(files)
    try diagnostics.report(result.diagnostics)
    guard let schema = result.schema else { throw CommandFailure.refused }
    switch print {
    case .resolved: FileSystem.print(DescriptorDump.yaml(schema.model), to: 1)
    case .layout: FileSystem.print(LayoutDump.text(schema.model), to: 1)
    case .swift: FileSystem.print(compiler.generate(schema).map { "// \($0.name)\n\($0.text)" }.joined(separator: "\n"), to: 1)
    case .parsed, .none: try write(compiler, schema, files)
    }
  }

  private func write(_ compiler: SchemaCompiler, _ schema: ResolvedSchema, _ files: [SourceFile]) throws(CommandFailure) {
    var outputs: [(path: String, bytes: [UInt8])] = []
    if let output {
      let folder = output.hasSuffix("/") ? output : output + "/"
      outputs = compiler.generate(schema).map { (folder + $0.name, $0.bytes) }
    }
    if let descriptor {
      let map = strip ? nil : SchemaSource(path: "", model: schema.model, files: files).sourceMap
      outputs.append((descriptor, DescriptorWriter.bytes(for: schema.model, documentation: !strip, sourceMap: map)))
    }
    var paths: Set<String> = []
    if let twice = outputs.first(where: { !paths.insert($0.path).inserted }) {
      throw .usage("'\(twice.path)' would be written twice; choose another path for the descriptor")
    }
    let inputs = try files.map(\.path) + HistoryFiles.paths(in: HistoryFiles.folder(of: self.paths))
    let writer = OutputWriter(isDryRun: check, isVerbose: verbose, inputs: inputs)
    let stale = try writer.write(outputs)
    if !check, FileSystem.isTerminal(1) {
      FileSystem.print("\(outputs.count) \(outputs.count == 1 ? "file" : "files"), \(stale.count) written\n", to: 1)
      if output != nil, !stale.isEmpty {
        FileSystem.print("The target that compiles them needs '.product(name: \"Ashlar\", package: \"ashlar\")' and no plugin.\n", to: 1)
      }
    }
    try writer.requireUpToDate(stale)
  }
}
