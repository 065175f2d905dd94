import Ashlar
import Foundation
import Testing
import TestSupport

@testable import Fleet

@Suite("Types that a file has and the Realm's list does not")
struct UnlistedTypeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("data.realm", FleetSchema.objectTypes))
    try realm.write {
      realm.create(
        Vehicle.self,
        value: [
          "plate": "A 1", "fuel": "electric", "wheels": 3, "position": ["latitude": 1.5],
          "trips": [["driver": ["licence": "x"], "speeds": [1.5, 2], "route": [["latitude": 2.5], ["latitude": 3.5]]]],
        ])
    }
  }

  private func realm() throws -> Realm {
    try Realm(configuration: folder.configuration("data.realm", [Driver.self]))
  }

  @Test("without any type listed, a file of any version opens, and all its types are there by their names")
  func noneListed() throws {
    let version = try schemaVersionAtURL(folder.url())
    let realm = try Realm(configuration: folder.configuration("data.realm", []))
    #expect(realm.schema.objectSchema.isEmpty && realm.dynamicObjects("trips").count == 1)
    try realm.write { realm.dynamicObjects("trips")[0]["speeds"] = [3.5] }
    #expect((realm.dynamicObjects("trips").first?.speeds as? List<Double>).map { Array($0) } == [3.5])
    let listed = try Realm(configuration: folder.configuration("data.realm", FleetSchema.objectTypes))
    listed.refresh()
    #expect(listed.objects(Vehicle.self).count == 1)
    #expect(try schemaVersionAtURL(folder.url()) == version)
    #expect(try Realm(configuration: folder.configuration("new.realm", [])).schema.objectSchema.isEmpty)
  }

  @Test("without any type listed, a file is read only as well")
  func noneListedReadOnly() throws {
    var reading = folder.configuration("data.realm", [])
    reading.readOnly = true
    #expect(try Realm(configuration: reading).dynamicObjects("trips").count == 1)
  }

  @Test("they are read by the names that the file has, with links to listed and unlisted types")
  func reading() throws {
    let realm = try self.realm()
    #expect(realm.schema.objectSchema.map(\.className) == ["Driver"])
    let trip = try #require(realm.dynamicObjects("trips").first)
    #expect((trip.driver as? Driver)?.licence == "x")
    #expect((trip.speeds as? List<Double>).map { Array($0) } == [1.5, 2])
    let route = try #require(trip.route as? List<DynamicObject>)
    #expect(route.map { $0.latitude as? Double } == [2.5, 3.5] && route[0].objectSchema.isEmbedded)
    #expect(route.sorted(byKeyPath: "latitude", ascending: false).first?.latitude as? Double == 3.5)
    let schema = trip.objectSchema
    #expect(schema.className == "trips" && schema["driver"]?.objectClassName == "Driver" && schema["end"]?.isOptional == true)
    #expect(realm.dynamicObjects("trips").sorted(byKeyPath: "driver.licence").count == 1)
    #expect(realm.schema["trips"] == nil)
    #expect(trip.description.contains("licence = x;"))
  }

  @Test("they are found by their primary keys, changed, made and deleted, and the whole program sees it")
  func writing() throws {
    try {
      let realm = try self.realm()
      let first = try #require(realm.dynamicObject(ofType: "vehicles", forPrimaryKey: "A 1"))
      #expect(first.objectSchema.primaryKeyProperty?.name == "plate" && first.wheels as? Int == 3 && first.fuel as? String == "electric")
      try realm.write {
        first.wheels = 4
        untyped(first.position)?.latitude = 7.5
        let driver = realm.create(Driver.self, value: ["licence": "y"])
        let trip = realm.dynamicCreate(
          "trips",
          value: ["begin": Date(timeIntervalSince1970: 1), "driver": driver, "route": [["latitude": 4.5, "longitude": 0]], "speeds": [3]])
        #expect((trip.driver as? Driver)?.isSameObject(as: driver) == true)
        (first.trips as? List<DynamicObject>)?.append(trip)
        realm.delete(try #require(realm.dynamicObjects("trips").first))
      }
      #expect((first.trips as? List<DynamicObject>)?.count == 1)
    }()
    let realm = try Realm(configuration: folder.configuration("data.realm", FleetSchema.objectTypes))
    let vehicle = try #require(realm.object(ofType: Vehicle.self, forPrimaryKey: "A 1"))
    #expect(vehicle.wheels == 4 && vehicle.position?.latitude == 7.5 && vehicle.trips.count == 1)
    let trip = try #require(vehicle.trips.first)
    #expect(trip.driver?.licence == "y" && trip.route.map(\.latitude) == [4.5] && Array(trip.speeds) == [3])
    #expect(trip.vehicle.first?.plate == "A 1" && realm.objects(Trip.self).count == 1)
  }

  @Test("their frozen objects stay as they were")
  func freezing() throws {
    let realm = try self.realm()
    let trip = realm.dynamicObjects("trips")[0]
    let frozen = trip.freeze()
    try realm.write { trip.begin = Date(timeIntervalSince1970: 5) }
    #expect(frozen.begin as? Date != trip.begin as? Date && (frozen.driver as? Driver)?.licence == "x")
    #expect(frozen.thaw()?.begin as? Date == Date(timeIntervalSince1970: 5))
    let again = trip.freeze()
    #expect(again == trip.freeze() && again != frozen)
  }

  @Test("a required property without a value stops the program: there is no class with a default")
  func missing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      try {
        let realm = try Realm(configuration: folder.configuration("data.realm", FleetSchema.objectTypes))
        try realm.write { realm.create(Driver.self) }
      }()
      let realm = try Realm(configuration: folder.configuration("data.realm", [Driver.self]))
      try realm.write { realm.dynamicCreate("trips", value: ["speeds": [1.0]]) }
    }
    #expect(errorText(result).contains("Missing value for property 'trips.begin': the program has no class that provides a default."))
  }
}
