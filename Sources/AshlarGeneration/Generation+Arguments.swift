internal import AshlarCompiler
internal import AshlarSchema

extension Generation {
  /// Parses `[--for VERSION] generate SCHEMA… --output FOLDER --name NAME [--history FOLDER] [--beside FILE]… [--check] [--verbose]`, the
  /// arguments that the plugins pass.
  package init(arguments: [String]) throws(CommandFailure) {
    var rest = arguments[...]
    if rest.first == "--for" {
      rest.removeFirst()
      try Self.check(version: Self.value(of: "--for", &rest))
    }
    guard rest.popFirst() == "generate" else {
      throw .usage("the plugins' tool only generates; everything else is in the command 'ashlar'")
    }
    var (schemas, output, name, history): ([String], String?, String?, String?) = ([], nil, nil, nil)
    var (isDryRun, isVerbose) = (false, false)
    var ownNames: [String] = []
    while let word = rest.popFirst() {
      switch word {
      case "--output": output = try Self.value(of: word, &rest)
      case "--name": name = try Self.value(of: word, &rest)
      case "--history": history = try Self.value(of: word, &rest)
      case "--beside": ownNames.append(try Self.value(of: word, &rest))
      case "--check": isDryRun = true
      case "--verbose": isVerbose = true
      case _ where word.hasPrefix("-"): throw .usage("the plugins' tool has no option '\(word)'; use the command 'ashlar'")
      default: schemas.append(word)
      }
    }
    guard !schemas.isEmpty else { throw .usage("no schema is named") }
    guard let output else { throw .usage("'--output' is missing") }
    guard let name else { throw .usage("'--name' is missing") }
    guard SchemaCompiler.isValidName(name) else { throw .usage("'\(name)' is not a Swift identifier") }
    self.init(schemas: schemas, output: output, name: name, history: history, ownNames: ownNames, isDryRun: isDryRun, isVerbose: isVerbose)
  }

  // Emitted code works only with the runtime of the same version.
  private static func check(version: String) throws(CommandFailure) {
    guard version != AshlarVersion.current else { return }
    throw .usage(
      "the installed 'ashlar' has version \(AshlarVersion.current), and the package uses Ashlar \(version); install that version of the "
        + "command, or use the plugin AshlarGenerate, which builds a tool of its own")
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(CommandFailure) -> String {
    guard let value = rest.popFirst() else { throw .usage("'\(option)' needs a value") }
    return value
  }
}
