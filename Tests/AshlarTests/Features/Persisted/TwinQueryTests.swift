import Ashlar
import Testing
import Twins

@Suite("Conditions on what classes written by hand embed")
struct TwinQueryTests {
  private func part(_ name: String) -> LedgerPart { LedgerPart(value: ["nameAfter": name]) }

  @Test("are written by members, of a value, of elements of lists and of values of maps")
  func members() throws {
    let realm = try memoryRealm(TwinsSchema.objectTypes)
    try realm.write {
      for name in ["a", "b"] {
        let entry = LedgerEntry()
        entry.textAfter = name
        entry.partAfter = part("value \(name)")
        entry.partsAfter.append(objectsIn: [part("list \(name)"), part("both")])
        entry.partMapAfter["k"] = part("map \(name)")
        realm.add(entry)
      }
      realm.add(LedgerEntry())
    }
    let entries = realm.objects(LedgerEntry.self)
    #expect(entries.where { $0.partAfter.nameAfter == "value b" }.map(\.textAfter) == ["b"])
    #expect(entries.where { $0.partAfter == nil }.map(\.textAfter) == [""])
    #expect(entries.where { $0.partsAfter.nameAfter == "list a" }.map(\.textAfter) == ["a"])
    #expect(entries.where { $0.partsAfter.nameAfter == "both" }.map(\.textAfter) == ["a", "b"])
    #expect(entries.where { $0.partMapAfter.values.nameAfter == "map b" }.map(\.textAfter) == ["b"])
    #expect(entries.filter("ANY partMapAfter.@allValues.nameAfter == 'map a'").map(\.textAfter) == ["a"])
    #expect(entries.sorted(by: \.partAfter?.nameAfter).map(\.textAfter) == ["a", "b", ""])
  }

  @Test("compare values of custom types that are stored in them member by member")
  func custom() throws {
    func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(persistedValue: CoordinateStorage(value: ["latitude": latitude, "longitude": longitude]))
    }
    let realm = try memoryRealm([Place.self, Landmark.self, CoordinateStorage.self])
    try realm.write {
      for number in 0..<3 {
        let here = Place()
        here.name = "\(number)"
        here.position = place(Double(number), 5)
        if number > 0 { here.entrance = place(7, Double(number)) }
        here.path.append(objectsIn: [place(1, 2), place(Double(number), Double(number))])
        realm.add(here)
      }
    }
    let places = realm.objects(Place.self)
    #expect(places.map(\.position) == [place(0, 5), place(1, 5), place(2, 5)])
    #expect(places.map(\.entrance) == [nil, place(7, 1), place(7, 2)])
    #expect(places.map { $0.path[1] } == [place(0, 0), place(1, 1), place(2, 2)])
    #expect(places.where { $0.position == place(1, 5) }.map(\.name) == ["1"])
    #expect(places.where { $0.position != place(1, 5) }.map(\.name) == ["0", "2"])
    #expect(places.where { $0.position == place(5, 1) }.isEmpty)
    #expect(places.where { $0.entrance == place(7, 2) }.map(\.name) == ["2"])
    #expect(places.where { $0.entrance == nil }.map(\.name) == ["0"])
    #expect(places.filter("entrance.longitude == 1").map(\.name) == ["1"])
    #expect(places.filter("ANY path.latitude == 2").map(\.name) == ["2"])
  }

  @Test("compare them through lists of objects, and as what they are stored as")
  func throughLists() throws {
    func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(persistedValue: CoordinateStorage(value: ["latitude": latitude, "longitude": longitude]))
    }
    let realm = try memoryRealm([Place.self, Landmark.self, CoordinateStorage.self])
    try realm.write {
      let places = (0..<4).map { number in
        let here = Place()
        here.name = "\(number)"
        here.position = place(Double(number), 5)
        if number > 1 { here.entrance = place(7, Double(number)) }
        here.path.append(place(Double(number), 1))
        return here
      }
      realm.add(places)
      // 0 has none, 1 has 0, 2 has 0 and 1, 3 has all before it.
      for number in 1..<4 { places[number].neighbours.insert(objectsIn: places[..<number]) }
    }
    let places = realm.objects(Place.self)
    func names(_ condition: (Query<Place>) -> Query<Bool>) -> [String] { places.where(condition).map(\.name) }
    #expect(names { $0.neighbours.position == place(1, 5) } == ["2", "3"])
    // There are some, and none is it.
    #expect(names { $0.neighbours.position != place(1, 5) } == ["1"])
    #expect(names { $0.neighbours.entrance == place(7, 2) } == ["3"])
    #expect(names { $0.neighbours.path == place(2, 1) } == ["3"] && names { $0.neighbours.path.contains(place(0, 1)) } == ["1", "2", "3"])
    #expect(names { $0.neighbours.neighbours.position == place(1, 5) } == ["3"])
    #expect(names { $0.nearTo.position == place(3, 5) } == ["0", "1", "2"])

    let stored = CoordinateStorage(value: ["latitude": 2.0, "longitude": 5.0])
    #expect(names { $0.position.persistableValue == stored } == ["2"])
    #expect(names { $0.position.persistableValue != stored } == ["0", "1", "3"])
    #expect(names { $0.neighbours.position.persistableValue == stored } == ["3"])
    #expect(
      names { $0.position.persistableValue.in([stored, CoordinateStorage(value: ["latitude": 0.0, "longitude": 5.0])]) } == ["0", "2"])
    #expect(names { $0.entrance.persistableValue == nil } == ["0", "1"])
    #expect(names { $0.entrance.persistableValue == CoordinateStorage(value: ["latitude": 7.0, "longitude": 3.0]) } == ["3"])
  }

  @Test("conditions on custom types that are stored as values test the stored values")
  func stored() throws {
    let realm = try memoryRealm([Place.self, Landmark.self, CoordinateStorage.self])
    try realm.write {
      for number in 1...3 {
        let here = Place()
        here.name = "\(number)"
        here.height = Metres(persistedValue: Double(number))
        here.homepage = WebAddress(persistedValue: "https://example.org/\(number)")
        realm.add(here)
      }
    }
    let places = realm.objects(Place.self)
    #expect(places.where { $0.height == Metres(persistedValue: 2) }.map(\.name) == ["2"])
    #expect(places.filter("height > 1.5").map(\.name) == ["2", "3"])
    #expect(places.filter("homepage == %@", WebAddress(persistedValue: "https://example.org/3") as Any).map(\.name) == ["3"])
    #expect(places.filter("homepage ENDSWITH '/1'").map(\.name) == ["1"])
    #expect(places.where { $0.homepage == nil }.isEmpty)
  }
}
