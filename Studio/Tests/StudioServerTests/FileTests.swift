import AshlarInspection
import Foundation
import Testing

@testable import StudioServer

@Suite("Files of a studio")
struct FileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")

  private func refusal(_ contents: [UInt8]?) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.realm")
    if let contents { try Data(contents).write(to: file) }
    let error = #expect(throws: ViewFailure.self) { try Studio(StudioOptions(file: file.path)) }
    // Nothing was created or changed.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == (contents == nil ? [] : ["a.realm"]))
    if let contents { #expect(try Array(Data(contentsOf: file)) == contents) }
    return error?.description ?? ""
  }

  @Test("a file that is missing, empty or foreign is refused by its path, and left as it is")
  func foreign() throws {
    #expect(try refusal(nil).contains("a.realm"))
    #expect(try refusal([]).contains("a.realm"))
    #expect(try refusal(Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 8192)).contains("a.realm"))
    #expect(try refusal(Array("hello".utf8)).contains("a.realm"))
    #expect(try refusal([UInt8](repeating: 0xFF, count: 1 << 16)).contains("a.realm"))
  }

  @Test("a damaged file is refused or reported, and does not stop the studio", arguments: 0..<12)
  func damaged(round: Int) async throws {
    let shop = try Shop()
    try shop.fill(300)
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: shop.path)))
    let page = 4096
    // Each round destroys every twelfth page behind the headers.
    for start in stride(from: (2 + round) * page, to: bytes.count, by: 12 * page) {
      for offset in start..<min(start + page, bytes.count) { bytes[offset] = UInt8(truncatingIfNeeded: offset &* 31) }
    }
    let copy = shop.folder.appendingPathComponent("copy.realm")
    try Data(bytes).write(to: copy)
    do {
      _ = try Studio(StudioOptions(file: copy.path))
      // Only pages that nothing uses were destroyed.
      let snapshot = try LiveFile(path: copy.path).snapshot()
      for type in ["Maker", "Note", "Thing"] {
        var lines = try snapshot.export(type: type, where: "", sort: "", columns: "", format: .jsonl)
        while try lines.next() != nil {}
      }
    } catch {
      #expect(error is ViewFailure)
    }
  }

  @Test("a file that was deleted is reported, and neither shown from memory nor created again")
  func deleted() async throws {
    let shop = try Shop()
    try shop.fill(10)
    let visitor = try await Visitor(shop, mayWrite: true)
    _ = try await visitor.json("rows", ["type": "Thing"])
    try FileManager.default.removeItem(atPath: shop.path)
    for name in ["rows", "types", "file", "object", "summary"] {
      let answer = await visitor.get(name, ["type": "Thing", "key": "1", "column": "name"])
      #expect((answer.status, answer.code) == (500, "file"), "\(name): \(answer.text.prefix(200))")
    }
    let edit = await visitor.post("edit", #"{"actions":[{"do":"set","type":"Thing","key":"1","property":"name","new":"x"}]}"#)
    #expect((edit.status, edit.code) == (500, "file"), "\(edit.text)")
    let lines = await visitor.post("import", #"{"$type":"Maker","email":"x","name":"y"}"#, type: "application/x-ndjson")
    #expect((lines.status, lines.code) == (500, "file"), "\(lines.text)")
    #expect(!FileManager.default.fileExists(atPath: shop.path))
  }

  @Test("a file that was replaced by another one is shown in its place")
  func replaced() async throws {
    let (shop, other) = (try Shop(), try Shop())
    try shop.fill(10)
    try other.fill(25)
    let visitor = try await Visitor(shop)
    #expect(try await visitor.json("rows", ["type": "Thing"])["count"] == .number("10"))
    try FileManager.default.removeItem(atPath: shop.path)
    try FileManager.default.moveItem(atPath: other.path, toPath: shop.path)
    #expect(try await visitor.json("rows", ["type": "Thing"])["count"] == .number("25"))
  }
}
