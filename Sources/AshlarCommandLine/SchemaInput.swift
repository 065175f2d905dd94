internal import AshlarCompiler
internal import AshlarSchema

/// Reads a schema to compare: schema files, folders with schema files, one descriptor, or one database file.
struct SchemaInput {
  var diagnostics: DiagnosticOptions

  /// The schema at the given paths. Mistakes of schema files are printed.
  func read(_ paths: [String]) throws(CommandFailure) -> SchemaSource {
    let path = paths.joined(separator: " ")
    if paths.count == 1, FileSystem.kind(of: path) == .file {
      let bytes: [UInt8]
      do throws(FileSystem.Failure) {
        bytes = try FileSystem.read(path)
      } catch {
        throw .files(error)
      }
      if Self.isDatabase(bytes) { return try database(path) }
      if !Self.isSchemaFile(path) {
        do throws(DescriptorError) {
          return SchemaSource(path: path, model: try DescriptorReader.read(bytes), map: try DescriptorReader.sourceMap(bytes))
        } catch {
          throw .failed("'\(path)' is no readable descriptor: \(error.description)")
        }
      }
    }
    return try compile(SchemaFiles.read(paths), path: path)
  }

  private func database(_ path: String) throws(CommandFailure) -> SchemaSource {
    guard let support = DatabaseSupport.current else {
      throw .usage("'\(path)' is a database file, which the plug-ins' tool does not read; use the command 'ashlar'")
    }
    do throws(DatabaseFailure) {
      return SchemaSource(ofFile: path, model: try support.schema(path))
    } catch {
      throw error.commandFailure
    }
  }

  /// The schema of files; mistakes are printed.
  func compile(_ files: [SourceFile], path: String) throws(CommandFailure) -> SchemaSource {
    let result = SchemaCompiler(needsName: false).check(files)
    try diagnostics.report(result.diagnostics)
    guard let schema = result.schema else { throw .refused }
    return SchemaSource(path: path, model: schema.model, files: files)
  }

  private static func isSchemaFile(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".yaml") || path.hasSuffix(".yml")
  }

  /// Whether the bytes begin as a database does: behind 16 bytes of page header stands the engine's magic number.
  private static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 20 && bytes[16..<20].elementsEqual([0xDE, 0xC0, 0xEF, 0xBE])
  }
}
