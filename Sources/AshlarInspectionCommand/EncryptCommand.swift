internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarStore

/// The command `ashlar encrypt`.
struct EncryptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt", abstract: "Encrypts a database file, or changes its key.",
    discussion: """
      The command writes an encrypted copy of the newest version beside the file, and replaces the file when the copy is complete. No \
      process may have the file open. If the command is interrupted, the file is unchanged. With --on-copy, the copy is a new file, the \
      original remains as it is, and other processes may write to it meanwhile.

      A key is 64 random bytes, or 128 hexadecimal digits: 'openssl rand -hex 64' prints one. Without it, \
      the contents of the file are lost. The disk may still contain blocks of the file as it was before. docs/guide/Encryption.md describes keys, and \
      what an encrypted file does not hide.

      Examples:
        ashlar encrypt people.realm --new-key-file people.key
        ashlar encrypt people.realm --new-key-file people.key --on-copy people-encrypted.realm
        ashlar encrypt people.realm --key-file old.key --new-key-file new.key

      Exits with 0 on success, 1 if the file is open or damaged or is not a database, 2 if the arguments are not valid, or if a file or its \
      key is missing or wrong.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The file with the new key, 64 bytes or 128 hexadecimal digits; '-' is standard input.", valueName: "file"),
    completion: .file())
  var newKeyFile: String

  @Option(help: "The path of an encrypted copy to create instead.", completion: .file())
  var onCopy: String?

  @OptionGroup
  var key: KeyOptions

  func validate() throws {
    if newKeyFile == "-", key.keyFile == "-" { throw ValidationError("Standard input cannot contain both keys.") }
  }

  func run() throws {
    let new = try KeyOptions.key(newKeyFile == "-" ? .standardInput : .file(newKeyFile))
    try RewrittenFile(file: key.file(file), newKey: new, copy: onCopy, otherInputs: [newKeyFile] + (key.keyFile.map { [$0] } ?? [])).run()
  }
}
