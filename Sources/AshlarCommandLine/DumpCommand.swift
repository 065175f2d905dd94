internal import ArgumentParser
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarSchemaTools

/// The subcommand `ashlar dump`.
struct DumpCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case yaml, json, hex
  }

  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Prints a schema descriptor, or the schema that a database file was written with.",
    discussion: """
      A database file tells what is stored, and the indexes: no Swift names, enums or defaults.

      Examples:
        ashlar dump People.ashlarbin
        ashlar dump People.ashlarbin --format hex
        ashlar dump people.realm

      Exits with 1 when the file is damaged or neither, with 2 on bad usage or a missing file.
      """)

  @Argument(help: "A descriptor, as 'ashlar generate --descriptor' writes it, or a database file.", completion: .file())
  var file: String

  @Option(help: "As a schema, as JSON, or byte by byte.")
  var format = Format.yaml

  func run() throws {
    if let model = try SchemaInput.database(file) {
      switch format {
      case .yaml: return FileSystem.print(DescriptorDump.yaml(model), to: 1)
      case .json: return FileSystem.print(DescriptorDump.json(model), to: 1)
      case .hex: throw CommandFailure.usage("'\(file)' is a database file; only a descriptor is shown byte by byte")
      }
    }
    let bytes: [UInt8]
    do throws(FileSystem.Failure) {
      bytes = try FileSystem.read(file)
    } catch {
      throw CommandFailure.files(error)
    }
    do throws(DescriptorError) {
      FileSystem.print(try text(bytes), to: 1)
    } catch {
      throw CommandFailure.failed("'\(file)' is not a readable descriptor: \(error.description)")
    }
  }

  private func text(_ bytes: [UInt8]) throws(DescriptorError) -> String {
    switch format {
    case .yaml: DescriptorDump.yaml(try DescriptorReader.read(bytes))
    case .json: DescriptorDump.json(try DescriptorReader.read(bytes))
    case .hex: try DescriptorDump.hex(bytes)
    }
  }
}
