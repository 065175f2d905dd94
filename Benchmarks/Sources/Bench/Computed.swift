import Ashlar
import Foundation

extension Harness {
  /// W18, conditions that no column or index answers alone: columns against others, what is computed from several, and places.
  func computed(_ realm: Realm) throws {
    let entries = realm.objects(Entry.self)
    computed("columns", entries) { $0.filter("number > code") }
    computed("link_columns", entries) { $0.filter("kind > owner.age") }
    computed("text_columns", entries) { $0.filter("name CONTAINS owner.name") }
    computed("arithmetic", entries) { $0.filter("number + code > %@", rows) }
    computed("sum", entries) { $0.filter("tags.@sum.age > 100") }
    computed("subquery", entries) { $0.filter("SUBQUERY(tags, $tag, $tag.age > 50).@count == 2") }

    try insertSites(realm)
    computed("links_none", entries) { $0.filter("@links.Site.entry.@count == 0") }
    let sites = realm.objects(Site.self)
    computed("list_equal", sites) { $0.filter("marks == %@", [7, 40]) }
    // An entry of the index for about every hundredth row.
    let (start, end) = (Date(timeIntervalSince1970: 1_650_000_000), Date(timeIntervalSince1970: 1_651_000_000))
    run("W18_range_date", operations: max(1, rows / 100)) { time { sink(sites.where { $0.seen >= start && $0.seen < end }.count) } }
    if let box = GeoBox(bottomLeft: (-10, -20), topRight: (10, 20)) { computed("within", sites) { $0.filter("spot IN %@", box) } }
  }

  private func computed<Element: Object>(_ name: String, _ objects: Results<Element>, _ results: (Results<Element>) -> Results<Element>) {
    var count = 0
    run("W18_\(name)", operations: rows) { time { count = results(objects).count } }
    note("W18_\(name) matches \(count)")
  }

  private func insertSites(_ realm: Realm) throws {
    try realm.write {
      for id in 0..<rows {
        let values = EntryValues(id: id)
        let (site, spot) = (Site(), Spot())
        spot.type = "Point"
        spot.coordinates.append(objectsIn: [values.longitude, values.latitude])
        site.id = id
        site.spot = spot
        // Every second entry has a site.
        site.entry = id % 2 == 0 ? realm.object(ofType: Entry.self, forPrimaryKey: id) : nil
        site.seen = Date(timeIntervalSince1970: TimeInterval(values.seconds))
        site.marks.append(objectsIn: [values.tag(0) % 100, values.kind])
        realm.add(site)
      }
    }
  }
}

extension EntryValues {
  var longitude: Double { Double(number(of: 3_600_000)) / 10_000 - 180 }
  var latitude: Double { Double(code(of: 1_800_000)) / 10_000 - 90 }
}
