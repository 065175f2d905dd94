package import ArgumentParser
internal import AshlarGeneration
internal import AshlarSchemaTools
package import AshlarSchema

/// What the command can do with database files.
package struct DatabaseSupport {
  /// Further sub-commands.
  package var commands: [any ParsableCommand.Type]
  /// The schema that a file was made with; throws what people are to read.
  package var schema: (String) throws(DatabaseFailure) -> SchemaModel

  /// Makes the support.
  package init(commands: [any ParsableCommand.Type], schema: @escaping (String) throws(DatabaseFailure) -> SchemaModel) {
    self.commands = commands
    self.schema = schema
  }

  // Set once, before anything else runs.
  nonisolated(unsafe) static var current: DatabaseSupport?
}

/// Why a sub-command about a database file ended early.
package enum DatabaseFailure: Error {
  /// The file is not there or cannot be read: exit code 2.
  case files(String)
  /// It is damaged, or no database: exit code 1.
  case failed(String)

  var commandFailure: CommandFailure {
    switch self {
    case .files(let text): .usage(text)
    case .failed(let text): .failed(text)
    }
  }
}

/// The schema of files, and its releases. Mistakes are printed to standard error, and end the command.
package func readSchema(_ paths: [String]) throws -> (SchemaModel, SchemaHistory) {
  let history = try HistoryFiles.read(paths)
  let input = SchemaInput(diagnostics: try DiagnosticOptions.parse([]))
  let schema = try input.compile(SchemaFiles.read(paths), path: paths.joined(separator: " "), history: history)
  return (try SchemaInput.stored(schema).model, history)
}

/// The schema of schema files, of folders with them, of one descriptor or of one database file. Mistakes are printed to standard error, and
/// end the command.
package func readSchemaOrDatabase(_ paths: [String]) throws -> SchemaModel {
  try SchemaInput(diagnostics: try DiagnosticOptions.parse([])).readStored(paths).model
}

/// Prints text to standard output.
package func printOutput(_ text: String) { FileSystem.print(text, to: 1) }

/// Prints text to standard error.
package func printProgress(_ text: String) { FileSystem.printVerbatim(text, to: 2) }

/// Whether people see standard error at once.
package var isProgressShown: Bool { FileSystem.isTerminal(2) }
