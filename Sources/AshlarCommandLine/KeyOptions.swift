package import ArgumentParser
package import AshlarGeneration
package import AshlarStore

/// The options that name the key of encrypted database files. No option contains a key, because all users of the machine can see the
/// arguments of a process.
package struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An encrypted database file: the file with its key, 64 bytes or 128 hexadecimal digits; '-' is standard input.", valueName: "file"),
    completion: .file())
  package var keyFile: String?

  @Option(
    help: ArgumentHelp(
      "An encrypted database file: the environment variable with its key. Other processes of the user can read the environment.",
      valueName: "name"))
  package var keyEnv: String?

  package init() {}

  package func validate() throws {
    if keyFile != nil, keyEnv != nil { throw ValidationError("Specify either '--key-file' or '--key-env'.") }
  }

  /// The place that contains the key; nil if none was named.
  package var source: KeySource? { keyFile.map { $0 == "-" ? .standardInput : .file($0) } ?? keyEnv.map { .environment($0) } }

  /// Reads the key; returns nil if none was named. Prints a warning if other users can read it.
  package func key() throws(CommandFailure) -> EncryptionKey? {
    guard let source else { return nil }
    return try KeyOptions.key(source)
  }

  /// Returns a database file with the key, which it reads.
  package func file(_ path: String) throws(CommandFailure) -> KeyedFile { KeyedFile(path: path, key: try key()) }

  /// Throws if standard input contains the key and is also one of the inputs.
  package func checkStandardInput(_ inputs: [String]) throws(CommandFailure) {
    if source == .standardInput, inputs.contains("-") { throw .usage("standard input cannot contain both the key and an input") }
  }

  /// The options as arguments of another program, which reads the key itself.
  package var words: [String] { (keyFile.map { ["--key-file", $0] } ?? []) + (keyEnv.map { ["--key-env", $0] } ?? []) }

  /// Reads a key. Prints a warning if other users can read it.
  package static func key(_ source: KeySource) throws(CommandFailure) -> EncryptionKey {
    if let warning = source.warning { FileSystem.print("warning: \(warning)\n", to: 2) }
    do throws(KeyFault) {
      return try source.read()
    } catch {
      throw .usage(error.description)
    }
  }
}

/// A database file and its key. Functions that open a file of the command line take this type, so that no command opens a file without its
/// key.
package struct KeyedFile: Sendable {
  package let path: String
  /// The key of an encrypted file; nil if none was given.
  package let key: EncryptionKey?

  package init(path: String, key: EncryptionKey?) {
    self.path = path
    self.key = key
  }
}
