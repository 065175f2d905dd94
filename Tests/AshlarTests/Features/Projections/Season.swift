import Ashlar
import Concerts
import Foundation

/// A small season in a database of its own.
struct Season {
  let realm: Realm

  init() throws {
    realm = try memoryRealm(ConcertsSchema.objectTypes)
    try realm.write {
      let ada = musician("Ada", "Lind", home: "Bergen")
      let bo = musician("Bo", "Aas", home: nil)
      let cy = musician("Cy", "Moe", home: "Oslo")
      ada.teacher = bo
      bo.pupils.append(objectsIn: [ada, cy])
      ada.instruments.append(objectsIn: [.cello, .voice])
      add("Suites", minutes: 95, city: "Oslo", [ada, cy], conductor: bo)
      add("Trios", minutes: 60, city: nil, [cy, bo, ada], conductor: nil)
      add("Songs", minutes: 120, city: "Bergen", [], conductor: ada)
    }
  }

  private func musician(_ firstName: String, _ familyName: String, home: String?) -> Musician {
    let musician = Musician()
    (musician.firstName, musician.familyName) = (firstName, familyName)
    if let home {
      let venue = Venue()
      venue.city = home
      musician.home = venue
    }
    realm.add(musician)
    return musician
  }

  private func add(_ title: String, minutes: Int, city: String?, _ players: [Musician], conductor: Musician?) {
    let performance = Performance()
    (performance.title, performance.minutes) = (title, minutes)
    if let city {
      let venue = Venue()
      venue.city = city
      performance.venue = venue
    }
    performance.begins = Date(timeIntervalSinceReferenceDate: Double(minutes))
    performance.players.append(objectsIn: players)
    performance.conductor = conductor
    performance.encores.append("Air on \(title)")
    for player in players { performance.guests.insert(player) }
    performance.tags.insert("new")
    performance.prices["hall"] = minutes
    realm.add(performance)
  }

  func card(_ title: String) -> PerformanceCard? { realm.objects(PerformanceCard.self).where { $0.name == title }.first }

  func musician(_ familyName: String) -> Musician? { realm.objects(Musician.self).where { $0.familyName == familyName }.first }
}
