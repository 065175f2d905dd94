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
      A database file contains the stored properties and the indexes, but no Swift names, enums or defaults.

      Examples:
        ashlar dump People.ashlarbin
        ashlar dump People.ashlarbin --format hex
        ashlar dump people.realm
        ashlar dump people.realm --key-file people.key

      Exits with 1 if the file is damaged or is neither a descriptor nor a database, with 2 if the arguments are not valid or the file is \
      missing.
      """)

  @Argument(help: "A descriptor, as 'ashlar generate --descriptor' writes it, or a database file.", completion: .file())
  var file: String

  @Option(help: "The output format: a schema, JSON, or the bytes with their meaning.")
  var format = Format.yaml

  @OptionGroup
  var key: KeyOptions

  func run() throws {
    let key = SharedKey(key)
    let model = try SchemaInput.database(file, key)
    try key.checkUse()
    if let model {
      switch format {
      case .yaml: return FileSystem.print(DescriptorDump.yaml(model), to: 1)
      case .json: return FileSystem.print(DescriptorDump.json(model), to: 1)
      case .hex: throw CommandFailure.usage("'\(file)' is a database file; only descriptors can be printed byte by byte")
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
