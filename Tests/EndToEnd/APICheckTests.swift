import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("The check of the public interface", .blocking)
struct APICheckTests {
  private static let released = """
    public struct Ledger: Equatable, Sendable {
      public let name: String
      public init(name: String) { self.name = name }
      public func total(of account: String) -> Int { 0 }
      public func _raw() -> Int { 0 }
      @available(*, unavailable) public func sum() -> Int { 0 }
      func internalTotal() -> Int { 0 }
    }
    public enum Kind { case open, closed }

    """
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Compiles a module `Books`, and runs the script on its symbol graph.
  private func check(_ source: String, changelog: String = "# Changelog\n\n## Unreleased\n", write: Bool = false) throws -> Shell.Result {
    let env = URL(filePath: "/usr/bin/env")
    try folder.write(source, to: "Books.swift")
    try folder.write(changelog, to: "CHANGELOG.md")
    try folder.write("", to: "graphs/.folder")
    let compiled = try Shell.run(
      env,
      ["swiftc", "-emit-module", "-emit-module-path", folder.file("Books.swiftmodule"), "-module-name", "Books", "-emit-symbol-graph"]
        + ["-emit-symbol-graph-dir", folder.file("graphs"), "-symbol-graph-minimum-access-level", "public", folder.file("Books.swift")],
      in: folder.url)
    try #require(compiled.status == 0, "\(compiled.errors)")
    return try Shell.run(
      Repository.folder.appending(path: "Scripts/api-check"),
      ["--graphs", folder.file("graphs"), "--modules", "Books", "--list", folder.file("api"), "--changelog", folder.file("CHANGELOG.md")]
        + (write ? ["--write"] : []))
  }

  private func write() throws { #expect(try check(APICheckTests.released, write: true).status == 0) }

  @Test("without the list of a release it fails, and names the option that writes one")
  func noList() throws {
    let result = try check(APICheckTests.released)
    #expect(result.status == 1 && result.errors.contains("Scripts/api-check --write"))
  }

  @Test("the list has public declarations and conformances, without names for generated code and unavailable ones")
  func list() throws {
    try write()
    let lines = try folder.text("api/Books.txt").split(separator: "\n").map(String.init)
    #expect(lines.contains("Ledger: struct Ledger") && lines.contains("Ledger: is a Sendable"))
    #expect(lines.contains("Ledger.total(of:): func total(of account: String) -> Int"))
    #expect(lines.contains("Kind.open: case open"))
    #expect(!lines.contains { $0.contains("_raw") || $0.contains("sum") || $0.contains("internalTotal") || $0.contains("Copyable") })
    #expect(try check(APICheckTests.released).status == 0)
  }

  @Test("additions pass, and are counted")
  func additions() throws {
    try write()
    let result = try check(APICheckTests.released + "public func close(_ ledger: Ledger) {}\n")
    #expect(result.status == 0 && result.output.contains("with 1 lines added and 0 "), "\(result.output)\(result.errors)")
  }

  @Test("a declaration that is gone or changed fails until the changelog names it under its heading")
  func changes() throws {
    try write()
    let changed = APICheckTests.released.replacing("of account: String) -> Int", with: "of account: String) -> Double")
      .replacing("case open, closed", with: "case open")
    let result = try check(changed)
    #expect(result.status == 1)
    #expect(result.errors.contains("Books: Ledger.total(of:): func total(of account: String) -> Int"))
    #expect(result.errors.contains("  now: Ledger.total(of:): func total(of account: String) -> Double"))
    #expect(result.errors.contains("Books: Kind.closed: case closed"))
    #expect(result.errors.contains("2 public declarations are gone or changed") && result.errors.contains("### Breaking changes"))

    let elsewhere =
      "# Changelog\n\n## Unreleased\n\n- `Ledger.total` and `closed`.\n\n## 0.9.0\n\n### Breaking changes\n\n- `total`, `closed`\n"
    #expect(try check(changed, changelog: elsewhere).status == 1)
    let half = "# Changelog\n\n## Unreleased\n\n### Breaking changes\n\n- `Ledger.total(of:)` returns a `Double`.\n"
    let second = try check(changed, changelog: half)
    #expect(second.status == 1 && second.errors.contains("1 public declarations"))
    let whole = try check(changed, changelog: half + "- `Kind.closed` is gone.\n")
    #expect(whole.status == 0 && whole.output.contains("and 2 that CHANGELOG.md announces"), "\(whole.errors)")
  }

  @Test("a conformance that is gone fails, and so do the members of a type that is gone; one line for the type announces them all")
  func types() throws {
    try write()
    let withoutSendable = APICheckTests.released.replacing("Equatable, Sendable", with: "Equatable")
      .replacing(
        "public let name: String", with: "public let name: String\n  private final class Mutable { var a = 0 }\n  private let b = Mutable()"
      )
    // Equatable has to be written by hand now.
    let source = withoutSendable.replacing(
      "public init(name: String) { self.name = name }",
      with: "public init(name: String) { self.name = name }\n  public static func == (a: Ledger, b: Ledger) -> Bool { a.name == b.name }")
    let result = try check(source)
    #expect(result.status == 1 && result.errors.contains("Books: Ledger: is a Sendable"), "\(result.errors)")

    let withoutKind = APICheckTests.released.replacing("public enum Kind { case open, closed }", with: "")
    #expect(try check(withoutKind).status == 1)
    let announced = "# Changelog\n\n## Unreleased\n\n### Breaking changes\n\n- `Kind` is gone.\n"
    let second = try check(withoutKind, changelog: announced)
    #expect(second.status == 0, "\(second.errors)")
  }
}
