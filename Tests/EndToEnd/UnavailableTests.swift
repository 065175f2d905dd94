import Foundation
import Testing
import TestSupport
import TestTraits

/// What the compiler says to code that uses Ashlar.
struct CompilerMessages {
  /// All messages for a file with this text, which imports Ashlar. What crosses isolations is checked behind the types.
  static func of(_ text: String, _ flags: [String] = []) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("import Ashlar\nimport Dispatch\nimport Foundation\n" + text, to: "Uses.swift")
    let products = try #require(Repository.command).deletingLastPathComponent()
    func path(_ url: URL) -> String { url.path(percentEncoded: false) }
    let arguments = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", path(products.appending(path: "Modules")),
      "-Xcc", "-fmodule-map-file=" + path(products.appending(path: "CAshlar.build/module.modulemap")),
      "-Xcc", "-fmodule-map-file=" + path(Repository.folder.appending(path: "Sources/CLMDB/module.modulemap")),
      path(folder.url.appending(path: "Uses.swift")),
    ]
    let result = try Shell.run(URL(filePath: "/usr/bin/env"), arguments + flags)
    return result.errors + result.output
  }
}

@Suite("What users of RealmSwift try first and is not there", .blocking)
struct UnavailableTests {
  @Test("code that uses what is there compiles")
  func available() throws {
    let messages = try CompilerMessages.of(
      """
      func use(_ realm: Realm, _ object: Object) throws {
        realm.add(object)
        realm.add([object], update: .modified)
        try realm.write { realm.delete(object) }
        let configuration = Realm.Configuration(schemaVersion: 2, deleteRealmIfMigrationNeeded: true)
        _ = try Realm(configuration: configuration, queue: .main)
        Realm.asyncOpen { _ in }.cancel()
      }
      actor Keeper {
        var realm: Realm?
        init() async throws { realm = try await Realm(actor: self) }
        func open() async throws { realm = try await Realm.open() }
        func write() async throws -> Int {
          guard let realm else { return 0 }
          await realm.asyncRefresh()
          let id = realm.writeAsync { _ = realm.isEmpty } onComplete: { _ in }
          try realm.cancelAsyncWrite(id)
          realm.beginAsyncWrite { realm.commitAsyncWrite(allowGrouping: true) { _ in } }
          return try await realm.asyncWrite { realm.schema.objectSchema.count }
        }
      }
      """)
    #expect(messages == "")
  }

  @Test("each use is refused with what to write instead")
  func refused() throws {
    let uses: [(use: String, message: String)] = [
      ("realm.add(object, update: true)", "write 'update: .modified' for true and leave it out for false"),
      ("realm.add([object], update: true)", "write 'update: .modified' for true and leave it out for false"),
      ("_ = realm.create(Object.self, value: [], update: true)", "write 'update: .modified' for true and leave it out for false"),
    ]
    let lines = uses.map { "  \($0.use)" }.joined(separator: "\n")
    let messages = try CompilerMessages.of(
      "func use(_ realm: Realm, _ object: Object) throws {\n  var configuration = Realm.Configuration()\n\(lines)\n}\n")
    for (number, (use, message)) in uses.enumerated() {
      let line = messages.split(separator: "\n").filter { $0.contains("Uses.swift:\(number + 6):") && $0.contains("error:") }
      #expect(line.contains { $0.contains("is unavailable: ") && $0.contains(message) }, "\(use): \(line)")
    }
  }
}
