internal import ArgumentParser
internal import AshlarGeneration

/// The subcommand `ashlar init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a commented schema to start from.",
    discussion: """
      The file is called models.yaml. An existing file is not changed.

      Examples:
        ashlar init
        ashlar init Sources/People

      Exits with 2 if the file already exists or cannot be written.
      """)

  @Argument(help: "The folder for the schema; created if missing.", completion: .directory)
  var folder = "."

  func run() throws {
    let path = folder == "." ? StarterSchema.fileName : folder + (folder.hasSuffix("/") ? "" : "/") + StarterSchema.fileName
    switch FileSystem.kind(of: folder) {
    case .folder, .nothing: break
    case .file: throw CommandFailure.usage("'\(folder)' is a file, not a folder")
    case .other(let what): throw CommandFailure.usage("'\(folder)' is \(what), not a folder")
    }
    let isNew: Bool
    do throws(FileSystem.Failure) {
      try FileSystem.makeFolder(folder)
      isNew = try FileSystem.create(Array(StarterSchema.text.utf8), at: path)
    } catch {
      throw CommandFailure.files(error)
    }
    guard isNew else { throw CommandFailure.usage("'\(path)' already exists; nothing was written") }
    FileSystem.print(StarterSchema.nextSteps(path: path), to: 1)
  }
}
