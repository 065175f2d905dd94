import AshlarCompiler
import AshlarSchema
import Foundation
import Testing
import TestSupport

/// What Swift's own parser finds in the same files, as it prints it.
@Suite("Classes written by hand as Swift parses them")
struct SwiftParserTests {
  /// A property with '@Persisted'.
  private struct Found: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    var name: String

    var description: String { "\(file):\(line) \(name)" }
  }

  /// Every variable that has the attribute.
  private func parsed(_ file: String, in folder: URL) throws -> [Found] {
    let result = try Shell.run(
      URL(filePath: "/usr/bin/env"), ["swiftc", "-frontend", "-dump-parse", folder.appending(path: file).path(percentEncoded: false)])
    try #require(result.output.contains("(source_file"), "\(result.errors)")
    var found: [Found] = []
    var variable: Found?
    var isAttribute = false
    for line in result.output.split(separator: "\n") {
      if line.contains("_decl ") { variable = nil }
      if let match = line.firstMatch(of: /\(var_decl .*range=\[.*:(\d+):\d+ - .*\] .*"(\w+)"/) {
        variable = Found(file: file, line: Int(match.1) ?? 0, name: String(match.2))
      }
      // The name of an attribute is on the line below.
      if isAttribute, let variable, line.contains("id=\"Persisted\"") { found.append(variable) }
      isAttribute = line.contains("(custom_attr ")
    }
    return found
  }

  @Test("have the properties that the compiler reads, on the same lines", arguments: ["Twins", "Handwritten"])
  func properties(_ name: String) throws {
    let folder = Repository.folder.appending(path: "Tests/\(name)")
    let names = try Repository.names(in: "Tests/\(name)").filter { $0.hasSuffix(".swift") }
    let compiler = SchemaCompiler(name: name)
    let schema = try #require(
      compiler.check(try names.map { SourceFile(path: $0, text: try Repository.text("Tests/\(name)/\($0)")) }).schema)
    var read: Set<Found> = []
    for file in compiler.generate(schema) {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        guard let entity = line.firstMatch(of: /_HandwrittenClass\("(\w+)"/).flatMap({ schema.model.entity(named: String($0.1)) }) else {
          continue
        }
        let places = line.matches(of: /_HandwrittenProperty\("([^"]+)", (\d+), \d+,/)
        #expect(places.count == entity.properties.count)
        for (place, property) in zip(places, entity.properties) {
          read.insert(Found(file: String(place.1), line: Int(place.2) ?? 0, name: property.name))
        }
      }
    }
    let parsed = Set(try names.flatMap { try self.parsed($0, in: folder) })
    #expect(read == parsed, "\(read.symmetricDifference(parsed))")
    #expect(parsed.count > 50)
  }
}
