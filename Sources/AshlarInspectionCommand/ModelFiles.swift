internal import AshlarCommandLine
internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// Converts Swift files to a schema, or to the `@Persisted` style. Overwrites files only if requested.
struct ModelFiles {
  var paths: [String]
  var output: String?
  var target: ImportCommand.Target
  var overwrites: Bool
  var allowsLoss: Bool
  var diagnostics: DiagnosticOptions

  func run() throws {
    if let output { try checkOutput(output) }
    let files = try paths.map { SourceFile(path: $0, bytes: try bytes($0)) }
    let result =
      target == .yaml ? ModelImport.schema(of: files, allowingLoss: allowsLoss) : ModelImport.persisted(files, allowingLoss: allowsLoss)
    // The warnings of an import that succeeds list the user's remaining work.
    diagnostics.show(result.diagnostics, isResult: !result.isRefused)
    if result.isRefused { throw CommandFailure.refused }
    let outputs = try target == .yaml ? schemaOutputs(result) : persistedOutputs(files, result)
    if let output { try write(outputs, to: output) } else { show(outputs, result) }
    if !result.diagnostics.isEmpty { throw CommandFailure.refused }
  }

  private typealias Output = (path: String, bytes: [UInt8])

  private func checkOutput(_ output: String) throws(CommandFailure) {
    let path = output.lowercased()
    switch target {
    case .yaml where !path.hasSuffix(".yaml") && !path.hasSuffix(".yml"):
      throw .usage("'\(output)' does not end in .yaml: '--output' names the schema to write")
    case .persisted where path.hasSuffix(".yaml") || path.hasSuffix(".yml"):
      throw .usage("'\(output)' is the name of a schema, and '--to persisted' writes Swift: name a folder or, for one file, a Swift file")
    case .persisted where path.hasSuffix(".swift") && paths.count > 1:
      throw .usage("'\(output)' is a file, and \(paths.count) files would be written: name a folder")
    default: break
    }
    let names = paths.map(Self.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .usage("two inputs are named '\(twice)', and their outputs would have the same name: import them separately")
    }
  }

  private func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileSystem.Failure) {
      return try FileSystem.read(path, limit: SourceFile.sizeLimit)
    } catch {
      throw .files(error)
    }
  }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  // MARK: - Outputs

  private func schemaOutputs(_ result: ModelImport.Result) throws(CommandFailure) -> [Output] {
    guard let schema = result.schema else {
      throw .failed(
        "no models in \(paths.map { "'\($0)'" }.joined(separator: ", ")): none of their classes inherits from Object and stores a property")
    }
    var yaml = SourceFile(path: output ?? "models.yaml", bytes: schema)
    // Formatting fails if types of other files are missing; the layout then stays as generated.
    if case .formatted(let files) = SchemaFormatter.format([yaml]).outcome, let file = files.first { yaml = file }
    let folder = output.flatMap { $0.lastIndex(of: "/").map { slash in String(output?[...slash] ?? "") } } ?? ""
    return [(yaml.path, yaml.bytes)]
      + result.swift.map { file in
        ("\(folder)\(Self.name(file.path).dropLast(".swift".count))+Extensions.swift", file.bytes)
      }
  }

  private func persistedOutputs(_ files: [SourceFile], _ result: ModelImport.Result) throws(CommandFailure) -> [Output] {
    guard !result.swift.isEmpty else {
      throw .failed("nothing to rewrite in \(paths.map { "'\($0)'" }.joined(separator: ", ")): none of their classes is in the older style")
    }
    guard let output, !output.lowercased().hasSuffix(".swift") else { return result.swift.map { (output ?? $0.path, $0.bytes) } }
    return result.swift.map { ("\(output)\(output.hasSuffix("/") ? "" : "/")\(Self.name($0.path))", $0.bytes) }
  }

  // MARK: - Writing

  private func write(_ outputs: [Output], to output: String) throws(CommandFailure) {
    if !overwrites, let there = outputs.first(where: { FileSystem.kind(of: $0.path) != .nothing }) {
      throw .usage("'\(there.path)' already exists; nothing was written. Choose another '--output', or replace it with '--overwrite'")
    }
    let files = OutputGuard(inputs: paths)
    // A class may be rewritten in place, so its own source file may be replaced.
    for (path, _) in outputs { try files.check(path, replacing: target == .persisted ? source(of: path) : nil) }
    do throws(FileSystem.Failure) {
      for (path, bytes) in outputs {
        if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
        if overwrites {
          try FileSystem.write(bytes, to: path)
        } else if try !FileSystem.create(bytes, at: path) {
          throw FileSystem.Failure("write", path, reason: "the file already exists")
        }
        FileSystem.print("wrote \(path)\n", to: 1)
      }
    } catch {
      throw .files(error)
    }
  }

  private func source(of output: String) -> String? {
    paths.count == 1 ? paths[0] : paths.first { Self.name($0) == Self.name(output) }
  }

  private func show(_ outputs: [Output], _ result: ModelImport.Result) {
    for (number, output) in outputs.enumerated() {
      if outputs.count > 1 { FileSystem.print("\(number > 0 ? "\n" : "")==> \(output.path) <==\n", to: 1) }
      FileSystem.print(String(decoding: output.bytes, as: UTF8.self), to: 1)
    }
  }
}
