// swift-format-ignore-file
import Ashlar
import Foundation

class Boat: Object {
  @Persisted(primaryKey: true) var id: ObjectId
  @Persisted(indexed: true) var name: String = "unnamed"
  @Persisted var crew: List<Mate>
  @Persisted var built = Date()
  @Persisted var rig: Rig = .sloop
  @Persisted var spot: Spot?
  @Persisted(originProperty: "boat") var logs: LinkingObjects<Entry>
  var cached = 0
  convenience init(name: String) {
    self.init()
    self.name = name
  }
}

class Mate: Object, Codable {
  @Persisted var name: String
  var seen = false
}

class Entry: Object {
  @Persisted var text: String
  @Persisted var boat: Boat?
  let made: Date
  required init() {
    made = Date()
    super.init()
  }
}

enum Rig: String, PersistableEnum { case sloop, ketch }

nonisolated struct Spot: CustomPersistable, Equatable {
  typealias PersistedType = String
  var text: String
  init(persistedValue: String) { text = persistedValue }
  var persistableValue: String { text }
}

class Card: Projection<Boat> {
  @Projected(\Boat.name) var title
  @Projected(\Boat.crew.projectTo.name) var names
}

@MainActor func use() throws {
  let realm = try Realm()
  let boat = Boat(name: "Aurora")
  try realm.write { realm.add(boat) }
  boat.crew.append(Mate())
  print(realm.objects(Boat.self).where { $0.rig == .ketch }.map(\.name), Card(projecting: boat).title)
}

nonisolated func elsewhere(_ boat: Boat) -> String { boat.name }
