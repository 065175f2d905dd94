@testable import AshlarCompiler
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("What completion shows", .blocking, .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct SurfaceTests {
  @Test("an object has fewer than 25 names of ours")
  func object() throws {
    let names = try Interface.ashlar.get().names(of: ["ObjectBase", "Object"]) { !$0.hasPrefix("type.") && $0 != "init" }
    #expect(names.count < 25, "\(names.sorted())")
    #expect(names.isSuperset(of: ["realm", "isInvalidated", "freeze", "thaw", "isFrozen", "objectSchema"]))
  }

  @Test("no internal type is among those that programs see")
  func types() throws {
    let interface = try Interface.ashlar.get()
    let seen = interface.types.union(interface.functions)
    let expected = Set(try text("surface.txt").split(separator: "\n").map(String.init))
    #expect(seen.subtracting(expected).sorted() == [], "underscore them, or add them to Fixtures/surface.txt if programs need them")
    #expect(expected.subtracting(seen).sorted() == [], "remove them from Fixtures/surface.txt")
  }

  @Test("types of Swift and Foundation get no members but those that our protocols need")
  func standardTypes() throws {
    let added = try Interface.ashlar.get().extensions.filter { $0.type != "StoreError" && $0.type != "CatalogError" }
    #expect(Set(added.filter { $0.type != "IndexPath" }.map(\.member)) == ["PersistedType", "decode"])
    // What UIKit and AppKit give it elsewhere.
    let ofPaths = Set(added.filter { $0.type == "IndexPath" }.map(\.member))
    #expect(ofPaths.subtracting(["PersistedType"]) == ["init", "section", "item", "row"])
  }

  @Test("a schema's type cannot hide a public type without an error or a warning")
  func reservedTypes() throws {
    let known = ReservedNames.types.union(ReservedNames.common.keys)
    #expect(try Interface.ashlar.get().types.subtracting(known).sorted() == [])
    let ours = ReservedNames.common.filter { $0.value == "Ashlar" }.keys
    #expect(Set(ours).subtracting(try Interface.ashlar.get().types).sorted() == [], "there are no such types any more")
  }

  @Test("a schema's property cannot have the name of a property of every object")
  func reservedProperties() throws {
    let names = try Interface.ashlar.get().names(of: Interface.bases) { $0 == "property" }
    #expect(names.subtracting(ReservedNames.properties).sorted() == [])
  }

  @Test("a schema's type cannot have the name of a member of every object")
  func reservedMembers() throws {
    let names = try Interface.ashlar.get().names(of: Interface.bases) { $0 == "method" || $0 == "type.method" }
    #expect(names.subtracting(ReservedNames.methods).sorted() == [])
  }

  private func text(_ fixture: String) throws -> String {
    try String(contentsOf: Repository.folder.appending(path: "Tests/EndToEnd/Fixtures/" + fixture), encoding: .utf8)
  }
}

/// The public names of the library, without those that begin with an underscore, as the compiler tells them to documentation tools.
struct Interface: Sendable {
  static let bases: Set<String> = ["ObjectBase", "Object", "EmbeddedObject", "AsymmetricObject"]

  struct Member: Hashable {
    var type: String
    var kind: String
    /// Without labels of parameters.
    var member: String
  }

  /// Extracted once.
  static let ashlar: Result<Interface, any Error> = Result { try Interface(module: "Ashlar") }

  private(set) var types: Set<String> = []
  private(set) var functions: Set<String> = []
  private(set) var members: Set<Member> = []
  /// Members of types that other modules declare.
  private(set) var extensions: Set<Member> = []

  func names(of types: Set<String>, where isWanted: (String) -> Bool) -> Set<String> {
    Set(members.filter { types.contains($0.type) && isWanted($0.kind) }.map(\.member))
  }

  private init(module: String) throws {
    let folder = try TemporaryFolder()
    let result = try Compiler.extract(module, into: folder.url)
    guard result.status == 0 else { throw Failure(description: result.errors) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false)) {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: folder.url.appending(path: name)))
      let isOwn = name == "\(module).symbols.json"
      for symbol in graph.symbols {
        let path = symbol.pathComponents
        let kind = String(symbol.kind.identifier.dropFirst("swift.".count))
        if path.count == 1, isOwn, kind != "func.op" {
          if kind == "func" { functions.insert(path[0]) } else { types.insert(path[0]) }
        }
        guard path.count == 2 else { continue }
        let member = Member(type: path[0], kind: kind, member: String(path[1].prefix { $0 != "(" }))
        if isOwn { members.insert(member) } else { extensions.insert(member) }
      }
    }
  }

  private struct Failure: Error, CustomStringConvertible { var description: String }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { var identifier: String }
      var kind: Kind
      var pathComponents: [String]
    }
    var symbols: [Symbol]
  }
}
