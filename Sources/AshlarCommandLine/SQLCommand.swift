internal import ArgumentParser
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarSchemaTools

/// The subcommand `ashlar sql`.
struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Prints the tables of a PostgreSQL server for a schema's asymmetric types.",
    discussion: """
      One CREATE TABLE a type, with its indexes, the values of its enums and its documentation. Embedded objects, collections and \
      values of any type are jsonb, a link is the primary key of what it leads to, Decimal128 is numeric, Date timestamptz, ObjectId text. \
      A type without a primary key gets the column ashlar_id.

      With --against OLD: what brings the tables of an older schema to this one. Nothing is dropped. A change that would lose data is \
      refused, and nothing is printed.

      Examples:
        ashlar sql Schemas/Weather | psql -1 -v ON_ERROR_STOP=1
        ashlar sql Schemas/Weather --against Weather-1.0.ashlarbin

      Exits with 1 when the schema has errors or no asymmetric type, or a change is refused, with 2 on bad usage or missing files.
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
        throw CommandFailure.failed("the schema has no asymmetric type, and only those have tables on a server")
      }
      return FileSystem.print(text, to: 1)
    }
    let old = try input.readStored([against])
    if old.isOfFile { throw CommandFailure.usage("'\(against)' is a database file, which has no asymmetric types; name the older schema") }
    let changes = TableChanges(from: old.model, to: model)
    guard changes.refusals.isEmpty else { throw CommandFailure.failed(changes.refusals.joined(separator: "\nerror: ")) }
    FileSystem.print(changes.text, to: 1)
  }
}
