import AshlarCompiler
import Foundation
import TestSupport
import TestTraits
import Testing

// There is no SwiftUI here. The wrappers of views, and views that use them, are type-checked with declarations of what they need of it,
// which have the types and the isolation that Apple documents.
@Suite("Wrappers of SwiftUI's views", .blocking, .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct ViewsCompileTests {
  private static let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]

  private func sources(_ target: String) throws -> [String] {
    let folder = Repository.folder.appending(path: "Sources/\(target)")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0).path }
  }

  private func fixture(_ name: String) throws -> String { try Repository.text("Tests/EndToEnd/Fixtures/SwiftUI/" + name) }

  // SwiftUI's dynamic properties are of the main actor in some of its versions, and of nobody in others.
  private func folder(isMainActor: Bool) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var views = try fixture("SwiftUI.swiftinterface")
    let declaration = "public protocol DynamicProperty"
    #expect(views.contains("\n" + declaration))
    if isMainActor { views = views.replacing("\n" + declaration, with: "\n@preconcurrency @MainActor " + declaration) }
    try folder.write(views, to: "SwiftUI.swiftinterface")
    try folder.write(fixture("Combine.swiftinterface"), to: "Combine.swiftinterface")
    return folder
  }

  private func module(_ name: String, in folder: TemporaryFolder) throws -> String {
    // Names of packages are those of their folders.
    let flags =
      ["-package-name", Repository.folder.lastPathComponent.lowercased()]
      + Self.features.flatMap { ["-enable-upcoming-feature", $0] }
    let files = try sources(name)
    let result = try Compiler.typecheck(files, as: name, in: folder.url, flags: flags)
    if result.status != 0 || result.errors != "" { return result.errors }
    return try Compiler.typecheck(
      files, as: name, in: folder.url, flags: flags, ["-emit-module", "-emit-module-path", name + ".swiftmodule"]
    ).errors
  }

  private func messages(_ views: String, isMainActor: Bool) throws -> String {
    let folder = try folder(isMainActor: isMainActor)
    for name in ["AshlarSwiftUI", "RealmSwift"] {
      let messages = try module(name, in: folder)
      if messages != "" { return messages }
    }
    let models = try fixture("Models.swift")
    let compiler = SchemaCompiler(name: "Items")
    let schema = try #require(compiler.check([SourceFile(path: "Models.swift", text: models)]).schema)
    let generated = compiler.generate(schema)
    for file in generated { try folder.write(String(decoding: file.bytes, as: UTF8.self), to: file.name) }
    try folder.write(models, to: "Models.swift")
    try folder.write(views, to: "Views.swift")
    return try Compiler.typecheck(["Models.swift", "Views.swift"] + generated.map(\.name), as: "Items", in: folder.url).errors
  }

  @Test("views that were written for RealmSwift compile with 'import RealmSwift'", arguments: [false, true])
  func views(isMainActor: Bool) throws {
    let found = try messages(fixture("Views.swift"), isMainActor: isMainActor)
    #expect(found == "")
  }

  @Test("a field of a property that does not exist, or of another type, does not compile")
  func wrongViews() throws {
    let found = try messages(
      """
      import RealmSwift
      import SwiftUI

      struct WrongView: View {
        @ObservedRealmObject var item: Item
        @ObservedResults(Item.self) var items
        var title: some View { TextField("Name", text: $item.title) }
        var count: some View { TextField("Count", text: $item.count) }
        var append: some View { Button("Add") { $items.append(Person()) } }
        var move: some View { Button("Move") { $items.move(fromOffsets: [0], toOffset: 1) } }
        var body: some View { EmptyView() }
      }

      """, isMainActor: false)
    for text in [
      "no dynamic member 'title'", "'Binding<Int>' to expected argument type", "cannot convert value of type 'Person'",
      "'move(fromOffsets:toOffset:)' on 'BoundCollection' requires",
    ] {
      #expect(found.contains(text), "\(text): \(found)")
    }
  }
}
