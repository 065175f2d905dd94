internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools
internal import AshlarSchema
internal import AshlarStore

/// Reads a schema from schema files, folders with schema files, one descriptor, or one database file.
struct SchemaInput {
  var diagnostics: DiagnosticOptions
  /// The key of encrypted database files.
  var key = SharedKey(nil)

  /// Returns the schema at the given paths. Prints the diagnostics of schema files; throws if there are errors.
  func read(_ paths: [String]) throws(CommandFailure) -> SchemaSource {
    let path = paths.joined(separator: " ")
    if paths.count == 1, FileSystem.kind(of: path) == .file {
      if let model = try Self.database(path, key) { return SchemaSource(ofFile: path, model: model) }
      if !Self.isSchemaFile(path) {
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
          bytes = try FileSystem.read(path)
        } catch {
          throw .files(error)
        }
        do throws(DescriptorError) {
          return SchemaSource(path: path, model: try DescriptorReader.read(bytes), map: try DescriptorReader.sourceMap(bytes))
        } catch {
          throw .failed("'\(path)' is not a readable descriptor: \(error.description)")
        }
      }
    }
    return try compile(SchemaFiles.read(paths), path: path, history: HistoryFiles.read(paths))
  }

  /// Returns the schema at the given paths. Throws if the stored form of a property is unknown.
  func readStored(_ paths: [String]) throws(CommandFailure) -> SchemaSource { try Self.stored(read(paths)) }

  /// Returns the given schema. Throws if the stored form of a property is unknown because its type belongs to another module.
  static func stored(_ schema: SchemaSource) throws(CommandFailure) -> SchemaSource {
    for entity in schema.model.entities {
      for property in entity.properties {
        guard let type = property.foreignType else { continue }
        throw .failed(
          "'\(schema.path)' does not state how '\(entity.name).\(property.name)' is stored: '\(type)' is declared in another "
            + "module; declare it in a YAML file of the target, see 'ashlar explain foreign-type'")
      }
    }
    return schema
  }

  /// Returns the schema with which a database file was written; nil if the file is not a database. The schema's name is the file's, or
  /// `Stored` if that is not a valid name.
  /// - Parameter key: The key with which an encrypted file is read.
  static func database(_ path: String, _ key: SharedKey) throws(CommandFailure) -> SchemaModel? {
    guard try isDatabase(path) else { return nil }
    guard let support = DatabaseSupport.current else {
      throw .usage("'\(path)' is a database file, which the tool of the plugins cannot read; use the command 'ashlar'")
    }
    var model: SchemaModel
    do throws(StoreError) {
      model = try support.schema(KeyedFile(path: path, key: nil))
    } catch .keyMissing {
      model = try sealedSchema(path, key.read(), support)
    } catch {
      throw DatabaseFailure(error).commandFailure
    }
    // The only asymmetric table is the outbox, which no schema declares.
    model.entities.removeAll { $0.kind == .asymmetric }
    let name = stem(of: path)
    model.name = SchemaCompiler.isValidName(name) ? name : "Stored"
    return model
  }

  /// Returns whether a file begins like a database file.
  static func isDatabase(_ path: String) throws(CommandFailure) -> Bool {
    do throws(FileSystem.Failure) {
      return DatabaseFile.isDatabase(try FileSystem.read(path, limit: 64))
    } catch {
      throw .files(error)
    }
  }

  private static func sealedSchema(
    _ path: String, _ key: EncryptionKey?, _ support: DatabaseSupport
  ) throws(CommandFailure) -> SchemaModel {
    do throws(StoreError) {
      return try support.schema(KeyedFile(path: path, key: key))
    } catch {
      throw DatabaseFailure(error).commandFailure
    }
  }

  /// Compiles the schema in the files, and prints the diagnostics. Throws if there are errors.
  func compile(_ files: [SourceFile], path: String, history: SchemaHistory) throws(CommandFailure) -> SchemaSource {
    let result = SchemaCompiler(history: history, needsName: false).check(files)
    try diagnostics.report(result.diagnostics)
    guard let schema = result.schema else { throw .refused }
    return SchemaSource(path: path, model: schema.model, files: files, access: schema.access, documentation: schema.documentation)
  }

  /// Returns the last component of a path, without its extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last { $0 != "." } ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  private static func isSchemaFile(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".yaml") || path.hasSuffix(".yml") || path.hasSuffix(".swift")
  }
}
