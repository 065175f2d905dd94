internal import ArgumentParser
internal import AshlarCommandLine

/// The command `ashlar decrypt`.
struct DecryptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt", abstract: "Replaces an encrypted database file with one that is not encrypted.",
    discussion: """
      The command writes a copy of the newest version that is not encrypted beside the file, and replaces the file when the copy is \
      complete. No process may have the file open. If the command is interrupted, the file is unchanged. With --on-copy, the copy is a new \
      file, the original remains as it is, and other processes may write to it meanwhile.

      Examples:
        ashlar decrypt people.realm --key-file people.key
        ashlar decrypt people.realm --key-env PEOPLE_KEY --on-copy people-plain.realm

      Exits with 0 on success, 1 if the file is open or damaged or is not a database, 2 if the arguments are not valid, or if the file or \
      its key is missing or wrong.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(help: "The path of a copy to create instead, which is not encrypted.", completion: .file())
  var onCopy: String?

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if key.source == nil { throw ValidationError("Name the key of the file with '--key-file' or '--key-env'.") }
  }

  func run() throws {
    try RewrittenFile(file: key.file(file), newKey: nil, copy: onCopy, otherInputs: key.keyFile.map { [$0] } ?? []).run()
  }
}
