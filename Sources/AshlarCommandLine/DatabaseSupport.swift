package import ArgumentParser
internal import AshlarGeneration
internal import AshlarSchemaTools
package import AshlarSchema
package import AshlarStore

/// The command's support for database files.
package struct DatabaseSupport {
  /// The subcommands for database files.
  package var commands: [any ParsableCommand.Type]
  /// The function that returns the schema with which a database file was written.
  package var schema: (KeyedFile) throws(StoreError) -> SchemaModel

  package init(commands: [any ParsableCommand.Type], schema: @escaping (KeyedFile) throws(StoreError) -> SchemaModel) {
    self.commands = commands
    self.schema = schema
  }

  // The support that the program passed, if any. It is set once, before the arguments are parsed.
  nonisolated(unsafe) static var current: DatabaseSupport?
}

/// The error of a subcommand that could not use a database file.
package enum DatabaseFailure: Error {
  /// The file is missing or cannot be read, or its key is missing or wrong. Exit code 2.
  case files(String)
  /// The file is damaged, or is not a database. Exit code 1.
  case failed(String)

  /// Creates the failure for an error of the store. Keys are those of the command's options.
  package init(_ error: StoreError) {
    switch error {
    case .keyMissing(let path): self = .files("'\(path)' is encrypted: name its key with '--key-file FILE' or '--key-env NAME'")
    case .wrongKey(let path):
      self = .files("'\(path)' is encrypted with another key: name its own key with '--key-file FILE' or '--key-env NAME'")
    case .notEncrypted(let path):
      self = .files("'\(path)' is not encrypted: omit '--key-file' and '--key-env'; 'ashlar encrypt' encrypts a file")
    case .notFound, .permissionDenied, .notAFile: self = .files(error.description)
    default: self = .failed(error.description)
    }
  }

  var commandFailure: CommandFailure {
    switch self {
    case .files(let text): .usage(text)
    case .failed(let text): .failed(text)
    }
  }
}

/// Reads the schema at the given paths, and its releases. Prints diagnostics to standard error; throws if there are errors, or if the
/// stored form of a property is unknown.
package func readSchema(_ paths: [String]) throws -> (SchemaModel, SchemaHistory) {
  let history = try HistoryFiles.read(paths)
  let input = SchemaInput(diagnostics: try DiagnosticOptions.parse([]))
  let schema = try input.compile(SchemaFiles.read(paths), path: paths.joined(separator: " "), history: history)
  return (try SchemaInput.stored(schema).model, history)
}

/// Reads a schema from schema files, folders with schema files, one descriptor, or one database file. Prints diagnostics to standard error;
/// throws if there are errors, or if the stored form of a property is unknown.
/// - Parameter key: The key with which a database file is read if it is encrypted.
package func readSchemaOrDatabase(_ paths: [String], key: EncryptionKey?) throws -> SchemaModel {
  try SchemaInput(diagnostics: try DiagnosticOptions.parse([]), key: SharedKey(key)).readStored(paths).model
}

/// Prints text to standard output.
package func printOutput(_ text: String) { FileSystem.print(text, to: 1) }

/// Prints text to standard error, without escaping its control characters.
package func printProgress(_ text: String) { FileSystem.printVerbatim(text, to: 2) }

/// Whether standard error is a terminal, on which progress can be shown.
package var isProgressShown: Bool { FileSystem.isTerminal(2) }
