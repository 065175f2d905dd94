internal import ArgumentParser
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarSchemaTools

/// The subcommand `ashlar sql`.
struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Prints the tables of a PostgreSQL server for a schema's asymmetric types.",
    discussion: """
      Prints a CREATE TABLE statement for each type, with its rules, its indexes, the values of its enums and its documentation. The column of an \
      embedded object, a collection or an AnyRealmValue is jsonb, that of a link has the type of the target's primary key, that of a \
      Decimal128 is numeric, that of a Date timestamptz, and that of an ObjectId text. The table of a type without a primary key has the \
      column ashlar_id.

      With --against OLD, the command prints the statements that change the tables of an older schema to those of this one. They drop \
      nothing. If a change would lose data, it is rejected, and nothing is printed.

      Examples:
        ashlar sql Schemas/Weather | psql -1 -v ON_ERROR_STOP=1
        ashlar sql Schemas/Weather --against Weather-1.0.ashlarbin

      Exits with 1 if the schema has errors or no asymmetric types, or if a change is rejected; with 2 if the arguments are not valid or \
      files are missing.
      """)

  @Argument(help: "Schema files, folders with schema files, or a descriptor.", completion: .schemaSources)
  var schema: [String]

  @Option(help: ArgumentHelp("The schema that the tables were made for.", valueName: "old"), completion: .schemaSources)
  var against: String?

  @OptionGroup
  var diagnostics: DiagnosticOptions

  func run() throws {
    let input = SchemaInput(diagnostics: diagnostics)
    let model = try input.readStored(schema).model
    guard let against else {
      guard let text = TableStatements.create(model) else {
        throw CommandFailure.failed("the schema has no asymmetric types, and only these have tables on a server")
      }
      return FileSystem.print(text, to: 1)
    }
    if FileSystem.kind(of: against) == .file, try SchemaInput.isDatabase(against) {
      throw CommandFailure.usage("'\(against)' is a database file, which has no asymmetric types; name the older schema")
    }
    let old = try input.readStored([against])
    let changes = TableChanges(from: old.model, to: model)
    guard changes.refusals.isEmpty else { throw CommandFailure.failed(changes.refusals.joined(separator: "\nerror: ")) }
    FileSystem.print(changes.text, to: 1)
  }
}
