import Ashlar
import Foundation
import Testing

@testable import AshlarInspection
@testable import StudioServer

@Suite("Edits of a studio")
struct EditTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop()
    try shop.fill(20)
    visitor = try await Visitor(shop, mayWrite: true)
  }

  // The rows of objects without a primary key differ after an undo.
  private static let types: KeyValuePairs = ["Maker": "", "Note": "text,thing", "Thing": ""]

  private func contents() async throws -> [String] { try await visitor.contents(Self.types) }

  private func checkUndo(_ actions: String...) async throws { try await visitor.checkUndo(Self.types, actions) }

  @Test(
    "a value of each kind is set, undone and set again",
    arguments: [
      (#""name""#, #""neu \u0000 <b>""#), (#""size""#, #""-9007199254740993""#), (#""size""#, "null"), (#""isNew""#, "true"),
      (#""ratio""#, "2.5"),
      (#""ratio""#, #""NaN""#), (#""price""#, #""1.50""#), (#""made""#, #""2024-02-29T12:00:00.5Z""#),
      (#""tag""#, #""00112233-4455-6677-8899-AABBCCDDEEFF""#), (#""code""#, #""0123456789abcdef01234567""#), (#""photo""#, #""AAEC""#),
      (#""maker""#, #"{"$row":"4"}"#), (#""maker""#, "null"), (#""place""#, #"{"street":"Main","number":"5"}"#),
      (#""places""#, #"[{"street":"A","number":null},{"street":"B","number":"2"}]"#), (#""scores""#, #"["3","1","2"]"#),
      (#""words""#, #"["a","b"]"#),
      (#""stock""#, #"{"x":"1","y":"2"}"#), (#""similar""#, #"[{"$row":"2"},{"$row":"2"}]"#), (#""extra""#, #"{"$int":"5"}"#),
      (#""extra""#, #"[{"$double":5},null,"t",{"$type":"Maker","$row":"1"},{"k":true}]"#),
      (#""extra""#, #"{"$date":"2024-01-01T00:00:00Z"}"#),
    ])
  func kinds(property: String, value: String) async throws {
    try await checkUndo(#"{"do":"set","type":"Thing","key":"1","property":\#(property),"new":\#(value)}"#)
  }

  @Test("an object is inserted, duplicated and deleted, and each is undone")
  func rows() async throws {
    try await checkUndo(#"{"do":"insert","type":"Note","values":{"text":"hello","thing":{"$row":"3"}}}"#)
    try await checkUndo(#"{"do":"duplicate","type":"Thing","key":"5","values":{"id":"500"}}"#)
    try await checkUndo(#"{"do":"delete","type":"Thing","key":"7"}"#)
  }

  @Test("undoing a deletion restores the links to the object")
  func links() async throws {
    try shop.write { realm in
      let thing = try #require(realm.object(ofType: Thing.self, forPrimaryKey: 3))
      for id in [4, 5] { realm.object(ofType: Thing.self, forPrimaryKey: id)?.similar.append(objectsIn: [thing, thing]) }
    }
    let before = try await contents()
    let done = try await visitor.edit(#"{"do":"delete","type":"Thing","key":"3"}"#)
    let undone = await visitor.post("edit", JSONValue.members(["actions": done["inverse"] ?? .null]).text)
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try await contents() == before)
  }

  @Test("an edit that changes or deletes an object, and then deletes it or its target, is undone as a whole")
  func sequences() async throws {
    let change = #"{"do":"set","type":"Thing","key":"3","property":"name","new":"x"}"#
    let delete = { (key: Int) in #"{"do":"delete","type":"Thing","key":"\#(key)"}"# }
    try await checkUndo(change, delete(3))
    try await checkUndo(#"{"do":"delete","type":"Maker","key":"1"}"#, delete(6))
    try await checkUndo(
      #"{"do":"delete","type":"Maker","key":"2"}"#, #"{"do":"set","type":"Thing","key":"7","property":"maker","new":{"$row":"3"}}"#)
    try shop.write { realm in
      let thing = try #require(realm.object(ofType: Thing.self, forPrimaryKey: 9))
      realm.object(ofType: Thing.self, forPrimaryKey: 10)?.similar.append(thing)
    }
    try await checkUndo(delete(9), delete(10))
    let insert = #"{"do":"insert","type":"Thing","values":{"id":"70","name":"new","isNew":false,"ratio":1,"maker":{"$row":"4"}}}"#
    try await checkUndo(insert, #"{"do":"delete","type":"Maker","key":"4"}"#)
  }

  @Test("an object that an edit inserts and changes is deleted by its undo")
  func insertedAndChanged() async throws {
    try await checkUndo(
      #"{"do":"insert","type":"Thing","values":{"id":"77","name":"new","isNew":false,"ratio":1}}"#,
      #"{"do":"set","type":"Thing","key":"20","property":"name","new":"newer"}"#)
  }

  @Test("an object that an edit inserts and deletes is not there after its undo")
  func transient() async throws {
    let before = try await contents()
    let done = try await visitor.edit(
      #"{"do":"insert","type":"Thing","values":{"id":"77","name":"new","isNew":false,"ratio":1}}"#,
      #"{"do":"delete","type":"Thing","key":"20"}"#)
    #expect(try await contents() == before)
    let inverse = try #require(done["inverse"])
    guard inverse.elements?.isEmpty == false else { return }
    let undone = await visitor.post("edit", JSONValue.members(["actions": inverse]).text)
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try await contents() == before)
  }

  @Test("an edit of several actions is stored as one version, or not at all")
  func several() async throws {
    let version = try await visitor.json("types")["version"]
    let failed = await visitor.post(
      "edit",
      #"{"actions":[{"do":"set","type":"Thing","key":"1","property":"name","new":"x"},{"do":"set","type":"Thing","key":"2","property":"size","new":"x"}]}"#
    )
    #expect(failed.code == "request")
    #expect(try await visitor.json("types")["version"] == version)
    _ = try await visitor.edit(
      #"{"do":"set","type":"Thing","key":"1","property":"name","new":"x"}"#,
      #"{"do":"set","type":"Thing","key":"2","property":"size","new":"9"}"#)
    let now = try await visitor.json("types")["version"]
    #expect(UInt64(now?.string ?? "") == (UInt64(version?.string ?? "") ?? 0) + 1)
  }

  @Test("a value that another process has changed is a conflict that states both values, and stores nothing")
  func conflict() async throws {
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.name = "theirs" }
    let answer = await visitor.post(
      "edit", #"{"actions":[{"do":"set","type":"Thing","key":"1","property":"name","old":"thing 1","new":"mine"}]}"#)
    #expect((answer.status, answer.code) == (409, "conflict"))
    let conflict = try answer.json["conflicts"]?.elements?.first
    #expect(conflict?["expected"] == .string("thing 1"))
    #expect(conflict?["stored"] == .string("theirs"))
    #expect(conflict?["action"] == .number("0"))
    #expect(try shop.read { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.name } == "theirs")
    try shop.write { realm in realm.object(ofType: Thing.self, forPrimaryKey: 1).map { realm.delete($0) } }
    let gone = await visitor.post("edit", #"{"actions":[{"do":"delete","type":"Thing","key":"1"}]}"#)
    #expect(gone.code == "conflict")
    #expect(try gone.json["conflicts"]?.elements?.first?["gone"] == .bool(true))
  }

  @Test("an undo fails when another process has changed the object since")
  func lateUndo() async throws {
    let inserted = try await visitor.edit(#"{"do":"insert","type":"Maker","values":{"email":"n@example.org","name":"New"}}"#)
    try shop.write { $0.object(ofType: Maker.self, forPrimaryKey: "n@example.org")?.name = "Changed" }
    let undone = await visitor.post("edit", JSONValue.members(["actions": inserted["inverse"] ?? .null]).text)
    #expect(undone.code == "conflict")
  }

  @Test("an update by a condition changes all objects that satisfy it, if there are as many as expected")
  func update() async throws {
    try await checkUndo(#"{"do":"update","type":"Thing","where":"id < 5","values":{"section":"new","size":"1"},"count":5}"#)
    let other = await visitor.post(
      "edit", #"{"actions":[{"do":"update","type":"Thing","where":"id < 5","values":{"section":"new"},"count":6}]}"#)
    #expect(other.code == "conflict")
    let wrong = await visitor.post("edit", #"{"actions":[{"do":"update","type":"Thing","where":"id <","values":{"section":"new"}}]}"#)
    #expect(wrong.code == "condition")
  }

  @Test(
    "edits that do not fit the types are refused with a message, and stop nothing",
    arguments: [
      #"{"do":"set","type":"Thing","key":"1","property":"id","new":"5"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"nam","new":"5"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"name","new":null}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"size","new":1.5}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"size","new":"99999999999999999999"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"maker","new":{"$row":"99"}}"#,
      ##"{"do":"set","type":"Thing","key":"1","property":"maker","new":{"$row":"#0"}}"##,
      #"{"do":"set","type":"Thing","key":"1","property":"maker","new":"x"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"extra","new":5}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"extra","new":{"$x":5}}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"stock","new":{"a.b":"1"}}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"stock","new":{"$a":"1"}}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"photo","new":"?"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":"scores","new":[null]}"#,
      #"{"do":"set","type":"Thing","key":"x","property":"name","new":"y"}"#,
      #"{"do":"set","type":"Nothing","key":"1","property":"name","new":"y"}"#,
      #"{"do":"insert","type":"Thing","values":{"name":"x"}}"#, #"{"do":"insert","type":"Place","values":{"street":"x"}}"#,
      #"{"do":"update","type":"Thing","where":5,"values":{"name":"x"}}"#, #"{"do":"update","type":"Thing","values":{"name":"x"}}"#,
      #"{"do":"update","type":"Thing","where":"","values":{"name":"x"},"count":"5"}"#,
      #"{"do":"update","type":"Thing","where":"","values":{"name":"x"},"count":1.5}"#,
      #"{"do":"fly","type":"Thing"}"#, #"{"do":"set"}"#, "5", "null",
    ])
  func refusals(action: String) async throws {
    let version = try await visitor.json("types")["version"]
    let answer = await visitor.post("edit", "{\"actions\":[\(action)]}")
    #expect((answer.status, answer.code) == (400, "request"), "\(answer.text)")
    #expect(try await visitor.json("types")["version"] == version)
  }

  @Test("a primary key that exists is refused")
  func duplicateKey() async throws {
    let answer = await visitor.post("edit", #"{"actions":[{"do":"duplicate","type":"Thing","key":"1","values":{}}]}"#)
    #expect((answer.status, answer.code) == (409, "rule"))
  }

  @Test(
    "a body that is not JSON, or contains no actions, is refused",
    arguments: ["", "{", "[]", "{}", #"{"actions":[]}"#, #"{"actions":5}"#, "\u{0}"])
  func bodies(body: String) async {
    #expect(await visitor.post("edit", body).code == "request")
  }

  @Test("a preview states what an edit would change, and changes nothing")
  func preview() async throws {
    let before = try await contents()
    let version = try await visitor.json("types")["version"]
    let answer = await visitor.post(
      "preview",
      #"{"actions":[{"do":"delete","type":"Maker","key":"0"},{"do":"update","type":"Thing","where":"id == 1","values":{"name":"x"}}]}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let changes = try #require(try answer.json["changes"]?.elements)
    #expect(changes.map { $0["type"]?.string } == ["Maker", "Thing"])
    #expect(changes[0]["deleted"] == .number("1"))
    // The links of four things become nil, and one is renamed.
    #expect(changes[1]["modified"] == .number("5"))
    #expect(changes[1]["rows"]?.elements?.first?["before"] != changes[1]["rows"]?.elements?.first?["after"])
    #expect(try await contents() == before)
    #expect(try await visitor.json("types")["version"] == version)
  }

  @Test("JSON lines and CSV are stored in one version, after a preview that stores nothing")
  func importing() async throws {
    let lines = #"{"$type":"Maker","email":"z@example.org","name":"Zoe"}"# + "\n"
    let preview = await visitor.post("import", lines, type: "application/x-ndjson", ["preview": "1"])
    #expect(try preview.json["changes"]?.elements?.first?["inserted"] == .number("1"))
    #expect(try shop.read { $0.objects(Maker.self).count } == 5)
    #expect(try await visitor.post("import", lines, type: "application/x-ndjson").json["stored"] == .number("1"))
    let again = await visitor.post("import", lines, type: "application/x-ndjson")
    #expect(again.code == "request")
    #expect(try again.json["error"]?["message"]?.string?.hasPrefix("file:1") == true)
    let records = await visitor.post(
      "import", "email,name\nz@example.org,Zoë\ny@example.org,Yu\n", type: "text/csv", ["type": "Maker", "update": "1"])
    #expect(try records.json["stored"] == .number("2"), "\(records.text)")
    #expect(try shop.read { $0.object(ofType: Maker.self, forPrimaryKey: "z@example.org")?.name } == "Zoë")
    #expect(await visitor.post("import", "a\n", type: "text/csv").code == "request")
  }

  @Test(
    "a link to an object that the same edit has inserted and deleted is refused",
    arguments: [(#""maker""#, ##"{"$row":"#0"}"##), (#""extra""#, ##"[{"$type":"Maker","$row":"#0"}]"##)])
  func linkToDeleted(property: String, value: String) async throws {
    let actions = [
      #"{"do":"insert","type":"Maker","values":{"email":"n@example.org","name":"New"}}"#, #"{"do":"delete","type":"Maker","key":"5"}"#,
      #"{"do":"set","type":"Thing","key":"1","property":\#(property),"new":\#(value)}"#,
    ]
    let answer = await visitor.post("edit", "{\"actions\":[\(actions.joined(separator: ","))]}")
    #expect((answer.status, answer.code) == (400, "request"), "\(answer.text)")
    #expect(answer.text.contains("another action has deleted the 'Maker'"))
  }

  @Test("collections of a value of any type are nested at most 100 levels deep, and scalars are in the deepest of them")
  func depth() async throws {
    func value(_ levels: Int, _ inner: String) -> String {
      let nested = String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
      return #"{"do":"set","type":"Thing","key":"1","property":"extra","new":\#(nested)}"#
    }
    for inner in ["", "true", "{}"] {
      let answer = await visitor.post("edit", "{\"actions\":[\(value(inner == "{}" ? 100 : 101, inner))]}")
      #expect((answer.status, answer.code) == (400, "request"), "\(answer.text)")
    }
    try await checkUndo(value(100, "true"))
    try await checkUndo(value(99, "{}"))
  }

  @Test("an import with a value of any type that is too long as a whole is refused, as is its preview", arguments: ["0", "1"])
  func longValue(preview: String) async throws {
    let half = String(repeating: "x", count: 9_000_000)
    let line = #"{"$type":"Thing","id":100,"name":"long","isNew":false,"ratio":1,"extra":["\#(half)","\#(half)"]}"#
    let answer = await visitor.post("import", line, type: "application/x-ndjson", ["preview": preview])
    #expect((answer.status, answer.code) == (400, "request"))
    #expect(try answer.json["error"]?["message"]?.string?.hasPrefix("AnyRealmValue too big for 'Thing.extra'") == true, "\(answer.text)")
    #expect(try shop.read { $0.objects(Thing.self).count } == 20)
  }

  @Test("a request that was cancelled while it waited for the write changes nothing")
  func cancelled() async throws {
    let path = shop.path
    let results = await Task { () -> [ViewFailure.Kind?] in
      withUnsafeCurrentTask { $0?.cancel() }
      func kind(_ body: (FileEditor) throws -> JSONValue) -> ViewFailure.Kind? {
        do { _ = try body(FileEditor(path: path)) } catch { return (error as? ViewFailure)?.kind }
        return nil
      }
      let action = #"{"actions":[{"do":"set","type":"Thing","key":"1","property":"name","new":"late"}]}"#
      let line = Array(#"{"$type":"Maker","email":"late","name":"late"}"#.utf8)
      return [
        kind { try $0.edit(try JSONValue.parse(Array(action.utf8))) }, kind { try $0.preview(try JSONValue.parse(Array(action.utf8))) },
        kind { try $0.load(line, isCSV: false, type: nil, updates: false, previews: false) },
      ]
    }.value
    #expect(results == [.cancelled, .cancelled, .cancelled])
    #expect(try shop.read { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.name } == "thing 1")
    #expect(try shop.read { $0.objects(Maker.self).count } == 5)
  }

  @Test("an edit that was cancelled after its write has begun ends, whether it has many actions or one action for many objects")
  func cancelledWithin() async throws {
    let (shop, path) = (shop, shop.path)
    let change = JSONValue.string("late")
    let update = EditAction.update(type: "Thing", condition: "", values: [.init(name: "name", value: change)], count: nil)
    let set = EditAction.set(type: "Thing", key: 1, property: "name", old: nil, new: change)
    for actions in [[update], Array(repeating: set, count: 1000)] {
      let kind = await Task { () -> ViewFailure.Kind? in
        do {
          try shop.write { realm in
            var run = try EditRun(realm, path)
            withUnsafeCurrentTask { $0?.cancel() }
            try run.perform(actions)
          }
        } catch { return (error as? ViewFailure)?.kind }
        return nil
      }.value
      #expect(kind == .cancelled)
    }
    #expect(try shop.read { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.name } == "thing 1")
  }

  @Test("an edit of a collection that fits in no request cannot be undone, nor the deletion of objects with too many links")
  func manyElements() async throws {
    try shop.write { realm in
      realm.object(ofType: Thing.self, forPrimaryKey: 1)?.scores.append(objectsIn: [Int](repeating: 1, count: 600_000))
      let (maker, other) = (realm.objects(Maker.self)[0], realm.objects(Maker.self)[1])
      // Each of these objects has two links to the maker.
      for id in 100..<700 {
        let thing = realm.create(Thing.self, value: ["id": id, "name": "more"])
        thing.maker = maker
        thing.extra = .object(maker)
      }
      for thing in realm.objects(Thing.self).filter("id < 20") { thing.maker = other }
    }
    let large = "The former values are too large."
    try await visitor.checkNoUndo(large, #"{"do":"set","type":"Thing","key":"1","property":"scores","new":[]}"#)
    try shop.write { realm in
      realm.object(ofType: Thing.self, forPrimaryKey: 1)?.scores.append(objectsIn: [Int](repeating: 1, count: 600_000))
    }
    try await visitor.checkNoUndo(large, #"{"do":"delete","type":"Thing","key":"1"}"#)
    try await visitor.checkNoUndo(
      "More than 1000 objects link to it.", #"{"do":"delete","type":"Maker","key":"0"}"#, #"{"do":"delete","type":"Maker","key":"1"}"#)
  }

  @Test("an edit with former values that fit in no request cannot be undone")
  func largeUndo() async throws {
    let long = String(repeating: "x", count: 1_100_000)
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 1)?.name = long }
    let large = "The former values are too large."
    try await visitor.checkNoUndo(large, #"{"do":"set","type":"Thing","key":"1","property":"name","new":"x"}"#)
    // The new value, which the inverse would expect, is as large.
    try shop.write { $0.object(ofType: Thing.self, forPrimaryKey: 2)?.name = long }
    try await visitor.checkNoUndo(large, #"{"do":"duplicate","type":"Thing","key":"2","values":{"id":"200"}}"#)
    try await visitor.checkNoUndo(large, #"{"do":"delete","type":"Thing","key":"2"}"#)
  }

  @Test("an update of more than 1,000 objects cannot be undone")
  func largeUpdate() async throws {
    try shop.write { realm in
      for id in 100..<1101 { _ = realm.create(Thing.self, value: ["id": id, "name": "more"]) }
    }
    try await visitor.checkNoUndo(
      "More than 1000 objects are changed.", #"{"do":"update","type":"Thing","where":"id >= 100","values":{"section":"new"}}"#,
      #"{"do":"delete","type":"Thing","key":"3"}"#, #"{"do":"insert","type":"Maker","values":{"email":"n","name":"n"}}"#)
  }
}
