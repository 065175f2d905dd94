import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import Ashlar
@testable import AshlarStore

/// The page has `…` where a message names a path, a type, a number or a call site.
@Suite("The page on messages")
struct TroubleshootingTests {
  private static let page: String = "docs/guide/Troubleshooting.md"

  /// A message of a plugin or of a function that no test can call, as the fragments between its interpolations.
  struct Literal: Sendable {
    let file: String
    let fragments: [String]
  }

  private static let literals: [Literal] = [
    Literal(
      file: "Sources/AshlarSchemaTools/Explanations/PackageSetup.swift", fragments: ["cannot find 'Person' in scope"]),
    Literal(
      file: "Plugins/Shared/ModelBuild.swift",
      fragments: [
        "target '", "' uses the plugin ",
        " but has no schema: no *.yaml or *.yml and no '@Persisted' in it, and no *.yaml or *.yml in Schemas/",
      ]),
    Literal(
      file: "Plugins/Shared/ModelBuild.swift",
      fragments: ["' has generated models among its sources (", ") and also uses the plugin ", "; remove one of the two"]),
    Literal(
      file: "Sources/AshlarGeneration/Generation+Arguments.swift",
      fragments: [
        "the installed 'ashlar' has version ", ", and the package uses Ashlar ",
        "; install that version of the command, or use the plugin AshlarGenerate, which builds a tool of its own",
      ]),
    Literal(
      file: "Plugins/AshlarGenerateInstalled/InstalledCommand.swift",
      fragments: [
        "the command 'ashlar' is not installed: it is not in PATH, and ASHLAR does not name it; install it "
          + "(guide: 'Installing the command'), or use the plugin AshlarGenerate, which builds a tool of its own"
      ]),
    Literal(
      file: "Sources/Ashlar/Writing/RealmTypes.swift",
      fragments: ["No schema is linked into this program. Generate models with the AshlarGenerate plugin, or name 'objectTypes'."]),
    Literal(
      file: "Sources/Ashlar/Writing/RealmTypes.swift",
      fragments: ["Schema validation failed:", "Invalid class subset list: '", "' links to type '", "', which must be listed too."]),
  ]

  private static let any: String = "…"

  private static let messages: [String] = [
    "\(UsageError.notInRealm(type: any))",
    "\(UsageError.incorrectThread(what: any, opened: any, current: any))",
    "\(UsageError.outsideWrite(type: any, property: any))",
    "\(UsageError.duplicateKey(type: any, value: any))",
    "\(UsageError.invalidated(type: any))",
    "\(UsageError.nestedWrite)",
    "\(StoreError.notFound(path: any))",
    "\(StoreError.notADatabase(path: any, reason: .wrongSignature))",
    "\(StoreError.notAtItsPath(path: any, isMissing: true))",
    "\(CatalogError.schemaMismatch(path: any, []))",
    "\(CatalogError.needsMigration(path: any, from: 1, to: 2, []))",
    "\(CatalogError.versionTooLow(path: any, stored: 3, configured: 2))",
    WriteLock.text(
      any, waited: .seconds(3), WriteHolding(process: 4711, thread: 0x7f32c0, place: "App/Import.swift:31", age: .seconds(8)),
      waitsItself: false),
  ]

  /// Without line breaks and indentation, so that a message may be wrapped.
  private static func flat(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The literals of a source file, with concatenated ones joined.
  private static func source(_ file: String) throws -> String {
    flat(try Repository.text(file).replacing(/"\s*\+\s*"/, with: "").replacing(/"\s*\+\s*\(?[\w.]+\)?\s*\+\s*"/, with: "…"))
  }

  @Test("quotes messages of the library as they are", arguments: messages)
  func quoted(_ message: String) throws {
    #expect(Self.flat(try Repository.text(Self.page)).contains(Self.flat(message)))
  }

  @Test("quotes messages of the build as they are", arguments: literals)
  func literal(_ literal: Literal) throws {
    let page: String = Self.flat(try Repository.text(Self.page))
    let source: String = try Self.source(literal.file)
    for fragment: String in literal.fragments {
      #expect(page.contains(Self.flat(fragment)), "the page lacks '\(fragment)'")
      #expect(source.contains(Self.flat(fragment)), "\(literal.file) lacks '\(fragment)'")
    }
  }

  @Test("has twenty messages, each with a cause and a remedy")
  func count() throws {
    let text: String = try Repository.text(Self.page)
    let sections: [String] = Array(text.components(separatedBy: "\n### ").dropFirst())
    #expect(sections.count == 20)
    for section: String in sections {
      let title: String = String(section.prefix { $0 != "\n" })
      #expect(section.contains("\n```\n"), "\(title) quotes no message")
      #expect(section.contains("\n**Cause.** ") && section.contains("\n**Remedy.** "), "\(title)")
    }
  }
}
