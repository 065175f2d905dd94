import Foundation
import Handwritten
import RealmSwift
import Testing

// listing: export
/// Writes the objects of a Realm as lines of JSON, which `ashlar import` reads.
struct RealmExport {
  private let realm: Realm
  private let types: [ObjectSchema]
  private var rows: [Object: Int] = [:]

  /// - Parameter embedded: the names of embedded classes, whose objects are part of others.
  init(_ live: Realm, embedded: Set<String>) {
    realm = live.freeze()
    types = realm.schema.objectSchema.filter { !embedded.contains($0.className) }
    for type in types where type.primaryKeyProperty == nil {
      for (row, object) in realm.dynamicObjects(type.className).enumerated() { rows[object] = row }
    }
  }

  func write(_ line: (Data) throws -> Void) throws {
    for type in types {
      for object in realm.dynamicObjects(type.className) {
        var fields = fields(object.objectSchema) { object[$0] }
        fields["$type"] = type.className
        if let row = rows[object] { fields["$row"] = row }
        try line(JSONSerialization.data(withJSONObject: fields, options: .sortedKeys))
      }
    }
  }

  private func fields(_ type: ObjectSchema, _ value: (String) -> Any?) -> [String: Any] {
    let stored = type.properties.filter { $0.type != .linkingObjects }
    return Dictionary(uniqueKeysWithValues: stored.map { ($0.columnName, json(value($0.name))) })
  }

  private func json(_ value: Any?) -> Any {
    switch value {
    case let map as any RealmKeyedCollection: entries(map)
    case let values as any RealmCollection: elements(values)
    case let object as Object: link(object)
    case let part as EmbeddedObject: fields(part.objectSchema) { part[$0] }
    case let date as Date: text(date)
    case let data as Data: data.base64EncodedString()
    case let id as ObjectId: id.stringValue
    case let id as UUID: id.uuidString
    case let number as Decimal128: "\(number)"
    case let number as Double where !number.isFinite: number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
    case .some(let value): value
    case nil: NSNull()
    }
  }

  private func link(_ object: Object) -> Any {
    if !types.contains(where: { $0.className == object.objectSchema.className }) { return fields(object.objectSchema) { object[$0] } }
    if let key = object.objectSchema.primaryKeyProperty { return json(object[key.name]) }
    return ["$row": rows[object] ?? -1]
  }

  private func elements(_ values: some RealmCollection) -> [Any] { values.map { json(unwrapped($0)) } }

  private func entries<Map: RealmKeyedCollection>(_ map: Map) -> [String: Any] {
    var result: [String: Any] = [:]
    for key in map.keys { result["\(key)"] = json(map[key].flatMap(unwrapped)) }
    return result
  }

  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  // The system's formatter writes at most milliseconds, so nanoseconds are appended to its seconds.
  private func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let fraction = String(format: ".%09dZ", Int((date.timeIntervalSince1970 - seconds) * 1e9))
    return ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: seconds)).replacingOccurrences(of: "Z", with: fraction)
  }
}
// end

@Suite("Guide: coming from RealmSwift")
struct MovingListings {
  @Test("the objects of a Realm become lines that the command imports")
  func export() throws {
    let realm = try Realm(
      configuration: .init(
        inMemoryIdentifier: "moving", objectTypes: [Sailor.self, Parrot.self, Parrot.Cage.self, Berth.self, StoredSpot.self]))
    try realm.write {
      let parrot = realm.create(Parrot.self, value: ["name": "Polly", "breed": "grey"])
      realm.create(Parrot.Cage.self, value: ["size": "large", "parrots": [parrot]])
      let sailor = Sailor(name: "Ann")
      sailor.born = Date(timeIntervalSince1970: 0.5)
      sailor.home = Berth(value: ["street": "Quay 1"])
      sailor.scores["x"] = 3
      sailor.moods.append(objectsIn: [.calm, nil])
      realm.add(sailor)
    }
    var lines: [String] = []
    try RealmExport(realm, embedded: ["Berth", "StoredSpot"]).write { lines.append(String(decoding: $0, as: UTF8.self)) }
    #expect(lines.contains(#"{"$row":0,"$type":"Parrot_Cage","how_large":"large","parrots":["Polly"]}"#))
    #expect(lines.contains(#"{"$type":"Parrot","breed":"grey","legs":4,"name":"Polly"}"#))
    let sailor = try #require(lines.first { $0.contains(#""$type":"Sailor""#) })
    for part in [
      #""born":"1970-01-01T00:00:00.500000000Z""#, #""home":{"city":null,"street":"Quay 1"}"#, #""scores":{"x":3}"#,
      #""moods":["calm",null]"#, #""mood":"b""#, #""friend":null"#,
    ] { #expect(sailor.contains(part)) }
    #expect(!sailor.contains("admirers"))
  }
}
