internal import ArgumentParser
internal import AshlarCommandLine
internal import AshlarGeneration

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The command `ashlar studio`.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Opens Ashlar Studio, which shows a database file in the browser.",
    discussion: """
      Runs the program 'ashlar-studio', which serves a page on this machine alone and prints its address. The page shows the objects of the \
      file while other processes write to it. Without --write, no request can change the file. The program is a package of its own, \
      because the command links no server: it is searched for beside the command and in PATH, and 'make studio' in a clone of Ashlar \
      builds it. If the file is encrypted and no option names its key, the page has a form for the key.

      Examples:
        ashlar studio people.realm --open
        ashlar studio people.realm --write
        ashlar studio people.realm --key-file people.key
        ashlar studio people.realm --listen 192.168.1.20 --token 6hV0pWqZ8sLr2xTa

      Runs until it is interrupted. Exits with 0 after an interruption, 1 if the file is damaged or is not a database, 2 if the arguments \
      are not valid, if the file or the program is missing, or if the key is wrong.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Flag(help: "Permit changes to the file.")
  var write = false

  @Flag(help: "Open the address in a browser.")
  var open = false

  @Option(help: "The port to listen on; by default any that is free.")
  var port: Int?

  @Option(help: "The address to listen on instead of the loopback interface; requires '--token'.")
  var listen: String?

  @Option(help: "A token of 16 to 200 letters and digits that is valid any number of times; by default a random one that is valid once.")
  var token: String?

  @OptionGroup
  var key: KeyOptions

  private static let program = "ashlar-studio"

  func validate() throws {
    if listen != nil, token == nil { throw ValidationError("'--listen' requires '--token'.") }
    if let port, !(0...65_535).contains(port) { throw ValidationError("'--port' must be from 0 to 65535.") }
  }

  func run() throws {
    guard FileSystem.kind(of: file) == .file else { throw CommandFailure.usage("'\(file)' does not exist, or is not a file") }
    guard let program = StudioCommand.path() else {
      throw CommandFailure.usage(
        "'\(StudioCommand.program)' is neither beside this command nor in PATH. In a clone of Ashlar, "
          + "'swift build -c release --package-path Studio --product \(StudioCommand.program)' builds it; copy it beside this command")
    }
    try StudioCommand.become(program, arguments)
  }

  private var arguments: [String] {
    // A path that begins with a dash would be read as an option.
    var words = [StudioCommand.program, file.utf8.first == UInt8(ascii: "-") ? "./" + file : file]
    if write { words.append("--write") }
    if open { words.append("--open") }
    if let port { words += ["--port", "\(port)"] }
    if let listen { words += ["--listen", listen] }
    if let token { words += ["--token", token] }
    return words + key.words
  }

  // Replaces this process with the program, which then receives the signals of the terminal.
  private static func become(_ program: String, _ arguments: [String]) throws(CommandFailure) {
    var words = arguments.map { strdup($0) }
    words.append(nil)
    execv(program, words)
    throw .failed("'\(program)' cannot be run: \(String(cString: strerror(errno)))")
  }

  // Returns the path of the program; nil if it is not found.
  private static func path() -> String? {
    var folders = [CommandLine.arguments[0], resolved("/proc/self/exe") ?? ""].compactMap { own in
      own.lastIndex(of: "/").map { String(own[..<$0]) }
    }
    if let path = getenv("PATH").map({ String(cString: $0) }) {
      folders += path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? "." : String($0) }
    }
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 && FileSystem.kind(of: $0) == .file }
  }

  // Returns a path without symbolic links; nil if no file exists at it.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
