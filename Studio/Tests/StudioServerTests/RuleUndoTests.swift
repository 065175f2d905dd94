import Ashlar
import AshlarInspection
import Testing

@testable import StudioServer

@Suite("Undo of edits of objects with delete rules, embedded objects and links in values")
struct RuleUndoTests {
  private let shop: Shop
  private let visitor: Visitor

  init() async throws {
    shop = try Shop.albums()
    visitor = try await Visitor(shop, mayWrite: true)
  }

  private func checkUndo(_ actions: String...) async throws {
    try await visitor.checkUndo(["Album": "", "Label": "", "Song": ""], actions)
  }

  @Test("undoing an insertion deletes no object to which the inserted object links, and no rule refuses it")
  func links() async throws {
    try await checkUndo(#"{"do":"duplicate","type":"Album","key":"0","values":{"id":"9"}}"#)
    try await checkUndo(#"{"do":"duplicate","type":"Album","key":"1","values":{"id":"9","songs":[]}}"#)
    try await checkUndo(
      #"{"do":"insert","type":"Album","values":{"id":"9","songs":[{"$row":"0"},{"$row":"0"}],"titles":{"a":{"$row":"1"},"b":null}}}"#)
    try await checkUndo(#"{"do":"insert","type":"Album","values":{"id":"9","label":{"$row":"0"}}}"#)
  }

  @Test("inserted objects that link to each other are deleted by an undo")
  func inserted() async throws {
    let song = #"{"do":"insert","type":"Song","values":{"id":"9","title":"new"}}"#
    let links = ##""songs":[{"$row":"#0"},{"$row":"5"}],"extra":[{"$type":"Song","$row":"#0"}]"##
    try await checkUndo(song, ##"{"do":"insert","type":"Album","values":{"id":"9",\##(links)}}"##)
  }

  @Test("an inserted object that links to an object that was inserted after it is deleted by an undo")
  func insertedLater() async throws {
    let types: KeyValuePairs = ["Album": "", "Label": "", "Song": ""]
    let before = try await visitor.contents(types)
    // The file has two albums, with the rows 0 and 1.
    let done = try await visitor.edit(
      #"{"do":"insert","type":"Album","values":{"id":"9"}}"#, #"{"do":"insert","type":"Song","values":{"id":"9","title":"new"}}"#,
      ##"{"do":"set","type":"Album","key":"2","property":"songs","new":[{"$row":"#1"},{"$row":"5"}]}"##,
      ##"{"do":"set","type":"Album","key":"2","property":"extra","new":[{"$type":"Song","$row":"#1"}]}"##)
    let undone = await visitor.post("edit", JSONValue.members(["actions": done["inverse"] ?? .null]).text)
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try await visitor.contents(types) == before)
  }

  @Test("an edit after which an undo would remove embedded objects whose rules delete others cannot be undone")
  func embeddedRules() async throws {
    let reason = "Undoing it would delete objects to which it links."
    let sleeve = #"{"color":"blue","bonus":{"$row":"5"}}"#
    try await visitor.checkNoUndo(reason, #"{"do":"insert","type":"Album","values":{"id":"9","sleeve":\#(sleeve)}}"#)
    try await visitor.checkNoUndo(reason, #"{"do":"set","type":"Album","key":"0","property":"sleeve","new":\#(sleeve)}"#)
    try await checkUndo(#"{"do":"set","type":"Album","key":"1","property":"sleeve","new":{"color":"blue","bonus":null}}"#)
  }

  @Test("undoing a deletion restores the links in values of any type")
  func anyLinks() async throws {
    try shop.write { realm in
      // Only values of any type link to the song.
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.songs.remove(at: 0)
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.titles["best"] = nil
    }
    try await checkUndo(#"{"do":"delete","type":"Song","key":"0"}"#)
    try await checkUndo(#"{"do":"delete","type":"Song","key":"3"}"#)
  }

  @Test("an edit that changes an embedded object and then removes it cannot be undone")
  func removedParts() async throws {
    let reason = "A changed embedded object was removed."
    let color = #"{"do":"set","type":"Sleeve","key":"0","property":"color","new":"green"}"#
    try shop.write { realm in
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.label = nil
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.songs.removeAll()
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.titles.removeAll()
    }
    try await checkUndo(color)
    try await visitor.checkNoUndo(reason, color, #"{"do":"set","type":"Album","key":"0","property":"sleeve","new":null}"#)
    try shop.write { $0.object(ofType: Album.self, forPrimaryKey: 0)?.sleeve = Sleeve(value: ["color": "red"]) }
    let key = try await visitor.json("rows", ["type": "Sleeve"])["rows"]?.elements?.last?["key"]?.string ?? ""
    let again = #"{"do":"set","type":"Sleeve","key":"\#(key)","property":"color","new":"green"}"#
    try await visitor.checkNoUndo(reason, again, #"{"do":"delete","type":"Album","key":"0"}"#)
  }

  @Test("an edit that inserts or replaces an embedded object, and then changes it, is undone as a whole")
  func newParts() async throws {
    // The file has two sleeves, with the rows 0 and 1.
    let change = #"{"do":"set","type":"Sleeve","key":"2","property":"color","new":"green"}"#
    try await checkUndo(
      #"{"do":"set","type":"Album","key":"0","property":"sleeve","new":{"color":"blue","bonus":null}}"#, change)
    let otherShop = try Shop.albums()
    let other = try await Visitor(otherShop, mayWrite: true)
    try await other.checkUndo(
      ["Album": "", "Label": "", "Song": ""],
      [#"{"do":"insert","type":"Album","values":{"id":"9","sleeve":{"color":"blue","bonus":null}}}"#, change])
    withExtendedLifetime(otherShop) {}
  }

  // Types with primary keys, so that all of their objects can be compared.
  private static let keyed: KeyValuePairs = ["Album": "", "Label": "", "Review": "", "Song": ""]

  @Test("an undo of an insertion, and a redo of a deletion, are conflicts if others have linked objects to the object since")
  func linkedSince() async throws {
    func checkConflict(_ actions: JSONValue?, _ change: (Realm) throws -> Void) async throws {
      try shop.write(change)
      let before = try await visitor.contents(Self.keyed)
      let answer = await visitor.post("edit", JSONValue.members(["actions": actions ?? .null]).text)
      #expect((answer.status, answer.code) == (409, "conflict"), "\(answer.text)")
      #expect(try await visitor.contents(Self.keyed) == before)
    }
    func song(_ id: Int, _ realm: Realm) throws -> Song { try #require(realm.object(ofType: Song.self, forPrimaryKey: id)) }
    func insert(_ id: Int) async throws -> JSONValue? {
      try await visitor.edit(#"{"do":"insert","type":"Song","values":{"id":"\#(id)","title":"new"}}"#)["inverse"]
    }
    // The deletion would remove the song from the list.
    try await checkConflict(try await insert(10)) { realm in
      realm.object(ofType: Album.self, forPrimaryKey: 1)?.songs.append(try song(10, realm))
    }
    try await checkConflict(try await insert(11)) { realm in
      realm.object(ofType: Album.self, forPrimaryKey: 1)?.extra = .object(try song(11, realm))
    }
    // The deletion would delete the review.
    try await checkConflict(try await insert(12)) { realm in
      _ = realm.create(Review.self, value: ["id": 1, "song": try song(12, realm)])
    }
    let deleted = try await visitor.edit(#"{"do":"delete","type":"Song","key":"5"}"#)
    let restored = await visitor.post("edit", JSONValue.members(["actions": deleted["inverse"] ?? .null]).text)
    try await checkConflict(try restored.json["inverse"]) { realm in
      _ = realm.create(Review.self, value: ["id": 2, "song": try song(5, realm)])
    }
    #expect(await visitor.post("edit", #"{"actions":[{"do":"delete","type":"Song","key":"4","alone":1}]}"#).code == "request")
  }

  @Test("a deletion that would delete other numbers of objects than its preview states is a conflict, and stores nothing")
  func expectation() async throws {
    try shop.write { realm in
      for id in 0..<2 {
        _ = realm.create(Review.self, value: ["id": id, "song": realm.object(ofType: Song.self, forPrimaryKey: 0) as Any])
      }
      realm.object(ofType: Album.self, forPrimaryKey: 0)?.label = nil
    }
    let delete = #""actions":[{"do":"delete","type":"Album","key":"0"}]"#
    let preview = try await visitor.post("preview", "{\(delete)}").json
    let changes = preview["changes"]?.elements ?? []
    let expected = JSONValue.object(
      changes.map { JSONValue.Member(name: $0["type"]?.string ?? "", value: $0["deleted"] ?? .null) }.filter { $0.value != .count(0) })
    #expect(expected == .members(["Album": .count(1), "Review": .count(2), "Sleeve": .count(1), "Song": .count(3)]))
    try shop.write { realm in
      _ = realm.create(Review.self, value: ["id": 2, "song": realm.object(ofType: Song.self, forPrimaryKey: 1) as Any])
    }
    let before = try await visitor.contents(Self.keyed)
    let late = await visitor.post("edit", "{\(delete),\"expect\":\(expected.text)}")
    #expect((late.status, late.code) == (409, "conflict"))
    #expect(late.text.contains("would delete 1 'Album' and 3 'Review' and 1 'Sleeve' and 3 'Song', no longer 1 'Album' and 2 'Review'"))
    let other = #"{"Album":1,"Label":1,"Review":3,"Sleeve":1,"Song":3}"#
    for expected in ["{}", other] {
      #expect(await visitor.post("edit", "{\(delete),\"expect\":\(expected)}").code == "conflict", "\(expected)")
    }
    for wrong in [#"{"Album":-1}"#, #"{"Album":"1"}"#, #"{"Album":1,"Album":1}"#, "5", "[]"] {
      let answer = await visitor.post("edit", "{\(delete),\"expect\":\(wrong)}")
      #expect((answer.status, answer.code) == (400, "request"), "\(wrong)")
    }
    #expect(try await visitor.contents(Self.keyed) == before)
    let exact = #"{"Album":1,"Label":0,"Review":3,"Sleeve":1,"Song":3}"#
    #expect(await visitor.post("edit", "{\(delete),\"expect\":\(exact)}").status == 200)
    // A rule that refuses the deletion is named, and not the number.
    let denied = await visitor.post("edit", #"{"actions":[{"do":"delete","type":"Album","key":"1"}],"expect":{"Album":1}}"#)
    #expect((denied.status, denied.code) == (409, "rule"))
  }

  @Test("objects are deleted together, whatever their order and the delete rules between them", arguments: [false, true])
  func together(isReversed: Bool) async throws {
    let types: KeyValuePairs = ["Album": "", "Label": "", "Song": ""]
    func edit(_ rows: (type: String, key: Int)...) async throws -> [String] {
      let shop = try Shop.albums()
      let visitor = try await Visitor(shop, mayWrite: true)
      let ordered = isReversed ? rows.reversed() : rows
      let actions = ordered.map { #"{"do":"delete","type":"\#($0.type)","key":"\#($0.key)"}"# }.joined(separator: ",")
      let answer = await visitor.post("edit", "{\"actions\":[\(actions)]}")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try answer.json["results"]?.elements?.count == rows.count)
      defer { withExtendedLifetime(shop) {} }
      return try await visitor.contents(types)
    }
    // The rule `deny` of the album applies only while the label remains.
    let denied = try await edit(("Album", 0), ("Label", 0))
    #expect(denied.count { $0.contains(#""$type":"Album""#) } == 1)
    #expect(denied.count { $0.contains(#""$type":"Label""#) } == 0)
    // The rule `cascade` deletes the song 1, too.
    let cascaded = try await edit(("Song", 0), ("Album", 0), ("Label", 0), ("Song", 2))
    #expect(cascaded.count { $0.contains(#""$type":"Song""#) } == 3)
  }

  @Test("a row that an edit deletes twice is a conflict")
  func twice() async throws {
    let delete = #"{"do":"delete","type":"Song","key":"4"}"#
    let answer = await visitor.post("edit", "{\"actions\":[\(delete),\(delete)]}")
    #expect((answer.status, answer.code) == (409, "conflict"))
    #expect(try answer.json["conflicts"]?.elements?.first?["action"] == .number("1"))
  }

  @Test("views and searches accept types of which the first property or the label has a dot in its name")
  func dots() async throws {
    let rows = try await visitor.json("rows", ["type": "Dotted", "where": "size > 0", "sort": "size:desc"])
    #expect(rows["count"] == .number("2"))
    #expect(rows["columns"] == .array([.string("a.number"), .string("a.name"), .string("size")]))
    let chosen = try await visitor.json("rows", ["type": "Dotted", "columns": "size, a.number,a.name", "count": "1"])
    #expect(chosen["columns"] == .array([.string("size"), .string("a.number"), .string("a.name")]))
    #expect(chosen["rows"]?.elements?.first?["cells"] == .array([.string("0"), .string("0"), .string("name 0")]))
    let lines = await visitor.get("export", ["type": "Dotted", "columns": "a.number,size"])
    #expect(lines.text.hasPrefix(#"{"a.number":0,"size":0}"# + "\n"), "\(lines.text)")
    #expect(await visitor.get("rows", ["type": "Dotted", "columns": "a.size"]).code == "request")
    #expect(try await visitor.json("find", ["type": "Dotted", "text": "name"])["objects"] == .array([]))
    #expect(try await visitor.json("find", ["type": "Dotted", "text": ""])["objects"]?.elements?.count == 3)
    #expect(await visitor.get("rows", ["type": "Dotted", "sort": "a.name"]).code == "request")
    #expect(await visitor.get("summary", ["type": "Dotted", "column": "a.name"]).code == "request")
    #expect(await visitor.get("groups", ["type": "Dotted", "by": "a.name"]).code == "request")
    #expect(await visitor.get("rows", ["type": "Dotted", "where": "a.name == 'x'"]).code == "condition")
    // The page offers only requests that are answered.
    let types = try await visitor.json("types")["types"]?.elements ?? []
    let properties = try #require(types.first { $0["name"] == .string("Dotted") }?["properties"]?.elements)
    for member in ["sortable", "group", "summary"] {
      #expect(properties.map { $0[member] } == [.bool(false), .bool(false), .bool(true)], "\(member)")
    }
  }
}
