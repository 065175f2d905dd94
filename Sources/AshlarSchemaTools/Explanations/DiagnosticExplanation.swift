public import AshlarCompiler
internal import AshlarSchema

/// The explanation of one diagnostic code: its meaning, a schema with the fault, and the corrected schema.
public struct DiagnosticExplanation: Sendable {
  /// A small schema that shows the fault or its correction.
  public struct Example: Sendable {
    /// The files.
    public var files: [SourceFile]
    /// The target's name, if the fault depends on it.
    public var target: String?
    /// Whether the fault appears only when Swift is generated.
    public var isGenerated = false
    /// The previous schema, for diagnostics about a change.
    public var old: [SourceFile] = []
    /// Whether the previous schema was released.
    var isReleased = false
    /// Whether the fault appears when the files are imported.
    var isImported = false
  }

  /// The stable code in kebab case.
  public let code: String
  /// The severity: error or warning.
  public let severity: Severity
  /// A summary of one line.
  public let summary: String
  /// The meaning, in one or more paragraphs, broken into lines.
  public let meaning: String
  /// A schema that produces the code; nil if the fault cannot be printed.
  public let fault: Example?
  /// The corrected schema; nil if there is none.
  public let corrected: Example?

  init(
    _ code: String, _ summary: String, _ meaning: String, severity: Severity = .error, fault: Example? = nil, corrected: Example? = nil
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.meaning = meaning
    self.fault = fault
    self.corrected = corrected
  }

  /// The explanations of all codes, grouped by subject.
  public static let all: [DiagnosticExplanation] =
    bytes + yaml + layout + shapes + schemaBlock + names + storedNames + types + elements + customTypes + renames + keys + rules
    + deleteRules + valueRules + links + defaults
    + enums
    + mixins + surface + coding + copies + projections + handwritten + evolution

  /// Returns the explanation of a code; nil if the code is unknown.
  public static func explanation(of code: String) -> DiagnosticExplanation? { all.first { $0.code == code } }

  /// Returns the code that was probably intended; nil if no code is similar enough.
  public static func nearestCode(to code: String) -> String? { Spelling.nearest(to: code, in: all.map(\.code)) }
}

extension DiagnosticExplanation.Example: ExpressibleByStringLiteral {
  /// The name of an example's file if the name is irrelevant.
  static let usualPath = "dogs.yaml"
  /// The name of a Swift example's file if the name is irrelevant.
  static let usualSwiftPath = "Dog.swift"

  /// Creates an example of one file. The line `ashlar: 1` is added at the top.
  public init(stringLiteral body: String) { self.init(files: [.init(path: Self.usualPath, text: "ashlar: 1\n\(body)\n")]) }

  /// Creates an example of one complete file; no line is added to the text.
  static func whole(_ text: String) -> Self { Self(files: [SourceFile(path: usualPath, text: text + "\n")]) }

  /// Creates an example of several files. The line `ashlar: 1` is added at the top of each.
  static func several(_ bodies: KeyValuePairs<String, String>) -> Self {
    Self(files: bodies.map { SourceFile(path: $0, text: "ashlar: 1\n\($1)\n") })
  }

  /// Creates an example of a schema and of the older schema that it replaces. The line `ashlar: 1` is added to both texts.
  static func changed(_ before: String, to now: String) -> Self {
    var example = Self(stringLiteral: now)
    example.old = Self(stringLiteral: before).files
    return example
  }

  /// Creates an example of a schema that follows a release. The line `ashlar: 1` is added to both texts.
  static func released(_ before: String, to now: String) -> Self {
    var example = changed(before, to: now)
    example.isReleased = true
    return example
  }

  /// Creates an example of one file from which code is generated; if `target` is given, for the target with this name. The line `ashlar: 1`
  /// is added at the top.
  static func generated(_ body: String, target: String? = nil) -> Self {
    var example = Self(stringLiteral: body)
    example.target = target
    example.isGenerated = true
    return example
  }
}

extension DiagnosticExplanation.Example {
  /// The diagnostics for this example: those of its import if `isImported` is true; otherwise those of the compiler, for which `old` is a
  /// release if `isReleased` is true. An older schema that was not released is compared with this one, and the diagnostics of the
  /// comparison follow.
  public var diagnostics: [Diagnostic] {
    if isImported { return ModelImport.schema(of: files).diagnostics }
    var compiler = SchemaCompiler(name: target, needsName: isGenerated)
    if isReleased, let before = compiler.check(old).schema?.model,
      let release = try? Release(descriptor: Release.descriptor(of: before, after: nil)),
      let history = try? SchemaHistory(releases: [release])
    {
      compiler.history = history
      return compiler.check(files).diagnostics
    }
    let result = compiler.check(files)
    guard !old.isEmpty, let new = result.schema, let before = compiler.check(old).schema else { return result.diagnostics }
    return result.diagnostics
      + EvolutionCheck().diagnostics(
        from: SchemaSource(path: "before", model: before.model, files: old),
        to: SchemaSource(path: "now", model: new.model, files: files))
  }
}
