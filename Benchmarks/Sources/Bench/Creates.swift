import Ashlar
import Foundation

extension Harness {
  /// W13: objects from dictionaries, as Swift writes them and as JSONSerialization gives them.
  func creates() throws {
    let count = min(rows, 100_000)
    try creates("W13_create_ten_keys", count, Record.self, { record($0) })
    try creates("W13_create_ten_keys_json", count, Record.self, { try json(record($0)) })
    try creates("W13_create_document", count / 20, Document.self, { document($0) })
    try creates("W13_create_document_json", count / 20, Document.self, { try json(document($0)) })
    try deleteDocuments(count / 20)
    try readsByName(count)
    try interchange(count) { record($0) }
  }

  // One property of every object by its name: of results at once, and of object after object.
  private func readsByName(_ count: Int) throws {
    try remove("creates")
    let realm = try open("creates", .unsynced)
    try realm.write { for id in 0..<count { realm.create(Record.self, value: record(id)) } }
    let records = realm.objects(Record.self)
    run("W13_value_for_key", operations: count) { time { sink((records.value(forKey: "age") as? [Any])?.count ?? 0) } }
    run("W13_value_for_key_text", operations: count) { time { sink((records.value(forKey: "city") as? [Any])?.count ?? 0) } }
    run("W13_object_by_key", operations: count) {
      time {
        var present = 0
        for record in records where record["visits"] != nil { present &+= 1 }
        sink(present)
      }
    }
    run("W13_dynamic_by_key", operations: count) {
      time {
        var present = 0
        for record in realm.dynamicObjects("Record") where record["visits"] != nil { present &+= 1 }
        sink(present)
      }
    }
    try remove("creates")
  }

  // Documents one by one, with their nodes and the nodes' parts.
  private func deleteDocuments(_ count: Int) throws {
    try remove("creates")
    let realm = try open("creates", .unsynced)
    try realm.write { for id in 0..<count { realm.create(Document.self, value: document(id)) } }
    run("W13_delete_document", operations: count) {
      realm.beginWrite()
      defer { realm.cancelWrite() }
      return time { for document in realm.objects(Document.self) { realm.delete(document) } }
    }
    try remove("creates")
  }

  // The dictionaries are made beforehand, 500 at a time, and do not count.
  private func creates<T: Object>(_ name: String, _ count: Int, _ type: T.Type, _ make: (Int) throws -> [String: Any]) throws {
    try run(name, operations: count) {
      try remove("creates")
      let realm = try open("creates", .unsynced)
      var seconds = 0.0
      realm.beginWrite()
      for start in stride(from: 0, to: count, by: 500) {
        let values = try (start..<min(start + 500, count)).map(make)
        seconds += time { for value in values { realm.create(type, value: value) } }
      }
      seconds += try time { try realm.commitWrite() }
      return seconds
    }
    try remove("creates")
  }

  private func record(_ id: Int) -> [String: Any] {
    var value: [String: Any] = ["id": id, "name": "Person \(id)", "email": "person\(id)@example.org", "note": NSNull()]
    value["age"] = id % 90
    value["score"] = Double(id) / 8
    value["active"] = id % 3 == 0
    value["city"] = "City \(id % 100)"
    value["visits"] = id &* 7
    value["rating"] = Double(id % 50) / 10 + 0.05
    return value
  }

  private func document(_ id: Int) -> [String: Any] {
    let nodes = (0..<10).map { node($0, of: id) }
    return ["id": id, "title": "Document \(id)", "nodes": nodes]
  }

  private func node(_ number: Int, of id: Int) -> [String: Any] {
    var value: [String: Any] = ["name": "node \(number)", "kind": number % 2 == 0 ? "box" : "line"]
    value["x"] = Double(number) + 0.5
    value["y"] = Double(id) + 0.25
    value["count"] = number &* id
    value["tags"] = ["red", "green", "blue"]
    value["inner"] = ["label": "part \(number)", "size": number] as [String: Any]
    return value
  }

  private func json(_ value: [String: Any]) throws -> [String: Any] {
    let text = try JSONSerialization.data(withJSONObject: value)
    return try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
  }
}
