import Ashlar
import Foundation

let realm = try Realm(configuration: .init(inMemoryIdentifier: "handbook"))
let ada = Person()
ada.firstName = "Ada"
ada.lastName = "Lovelace"
ada.homepage = URL(string: "https://example.org/")
ada.position = GeoPoint(latitude: 48.5, longitude: 2)
ada.home = Address(value: ["city": "London"])
ada.tags.insert(objectsIn: ["b", "a", "b"])
ada.scores["go"] = 7
ada.anything = .int(5)
ada.fullKey = "k"
let grace = Person(value: ["firstName": "Grace"])
ada.friends.append(grace)

try realm.write {
  realm.add(ada)
  realm.create(Dog.self, value: ["name": "Rex", "owner": ada])
}

let status = Status(rawValue: "elsewhere") ?? Status._unknownCase
print(
  ada.firstName, ada.mood, ada.homepage?.absoluteString ?? "-", ada.position.latitude, ada.limit, status.map { "\($0)" } ?? "-",
  "keys: \(keyChanges)")

let card = PersonCard(projecting: ada)
print(
  card.name == "Ada" ? ada.lastName : "?", card.homeCity ?? "-", "first friends: \(Array(card.firstFriendsNames))",
  "cities: \(Array(card.cities))", card.shouting.uppercased())
print(
  "tags: \(Array(ada.tags))", "score: \(ada.scores["go"] ?? 0)", "dogs: \(Array(ada.dogs.map(\.name)))",
  "anything: \(ada.anything.intValue ?? 0)")

// Coding is for unmanaged objects.
let encoder = JSONEncoder()
let object = try JSONSerialization.jsonObject(with: try encoder.encode(Person(value: ["firstName": "New"]))) as? [String: Any] ?? [:]
let keys = ["birthday", "fullKey", "home", "friends"].filter { object.keys.contains($0) }
print("coded: \(keys)", object.keys.contains("anything") || object.keys.contains("dogs") ? "too much" : "missing")

do {
  _ = try Realm(configuration: .init(inMemoryIdentifier: "other", objectTypes: [Reading.self]))
} catch {
  print("asymmetric: \("\(error)".contains("not allowed in a local Realm") ? "not allowed" : "\(error)")")
}
