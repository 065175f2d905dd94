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
    #expect(try await visitor.json("find", ["type": "Dotted", "text": "name"])["objects"] == .array([]))
    #expect(try await visitor.json("find", ["type": "Dotted", "text": ""])["objects"]?.elements?.count == 3)
    #expect(await visitor.get("rows", ["type": "Dotted", "sort": "a.name"]).code == "request")
    #expect(await visitor.get("summary", ["type": "Dotted", "column": "a.name"]).code == "request")
    #expect(await visitor.get("groups", ["type": "Dotted", "by": "a.name"]).code == "request")
    #expect(await visitor.get("rows", ["type": "Dotted", "where": "a.name == 'x'"]).code == "condition")
  }
}
