import Foundation
import Testing
import TestSupport
import TestTraits

/// What people write first and is not there: the compiler says what to write instead. One run of the compiler checks them all.
@Suite("Messages of the compiler", .blocking)
struct UnavailableTests {
  // Each line, and a part of the error that it gives.
  private static let lines: [(code: String, message: String)] = [
    ("nodes.where { $0.lable == \"a\" }", "has no dynamic member 'lable' using key path from root type 'Node'"),
    ("nodes.where { $0.label.hasPrefix(\"a\") }", "has been renamed to 'starts(with:)'"),
    ("nodes.where { $0.label.hasSuffix(\"a\") }", "has been renamed to 'ends(with:)'"),
    ("nodes.where { $0.label.lowercased() == \"a\" }", "pass 'options: .caseInsensitive'"),
    ("nodes.where { $0.children.contains(where: { $0.weight > 3 }) }", "is satisfied if any element satisfies it"),
    // A comparison is no path: it has neither members nor subscripts.
    ("nodes.where { ($0.weight == 1).label }", "requires that 'Int' conform to 'RealmCollection'"),
    ("nodes.where { ($0.weight == 1)[\"a\"] == .int(1) }", "requires the types 'Bool' and 'AnyRealmValue' be equivalent"),
    ("nodes.sorted(byProperty: \"label\")", "has been renamed to 'sorted(byKeyPath:ascending:)'"),
    ("nodes.sorted(by: \"label\")", "Write 'sorted(byKeyPath: \"name\")' or 'sorted(by: \\.name)'"),
    ("lists[0].ints.index(matching: { $0 == 3 })", "write 'firstIndex(where: { $0 == 3 })'"),
    ("nodes.append(Node())", "add objects with 'realm.add(object)'"),
    ("nodes.remove(at: 0)", "delete objects with 'realm.delete(object)'"),
    ("lists[0].ints.add(3)", "has been renamed to 'append(_:)'"),
  ]

  @Test("unavailable API states what to write instead")
  func messages() throws {
    let folder = try TemporaryFolder()
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let functions = Self.lines.enumerated().map { index, line in
      "nonisolated func line\(index)(_ nodes: Results<Node>, _ lists: Results<Lists>) { _ = \(line.code) }"
    }
    let source = folder.url("Lines.swift")
    try (["import Ashlar", "import Kinds"] + functions).joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", build.appendingPathComponent("Modules").path]
      + ["-Xcc", "-fmodule-map-file=\(build.appendingPathComponent("CAshlar.build/module.modulemap").path)"]
      + ["-I", package.appendingPathComponent("Sources/CLMDB").path, "-diagnostic-style", "llvm", source.path]
    let errors = folder.url("errors.txt")
    try Data().write(to: errors)
    let handle = try FileHandle(forWritingTo: errors)
    process.standardError = handle
    process.standardOutput = handle
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: errors, encoding: .utf8)
    // "…/Lines.swift:3:12: error: …"; the first line with code is the third.
    let reported = text.split(separator: "\n").filter { $0.contains(": error: ") }
    for (index, line) in Self.lines.enumerated() {
      let found = reported.filter { $0.contains("Lines.swift:\(index + 3):") }
      #expect(found.contains { $0.contains(line.message) }, "\(line.code): \(found)")
    }
    try #require(!reported.isEmpty, "\(text)")
  }
}
