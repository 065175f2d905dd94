import Dispatch
import Foundation
import Handwritten
import TestTraits
import Testing

@testable import Ashlar

@Suite("The first object of a class written by hand", .blocking)
struct DiscoveryTests {
  @Test("initial values make objects of another class and of the same one")
  func initialValues() throws {
    let (first, second) = (Buoy(), Buoy())
    #expect(first.label == "buoy" && first.anchor?.weight == 3)
    #expect(first.spare?.anchor?.weight == 3 && first.spare?.spare == nil)
    #expect(first.anchor !== second.anchor && first.spare !== second.spare)
    let realm = try memoryRealm(HandwrittenSchema.objectTypes)
    try realm.write { realm.add(first) }
    #expect(realm.objects(Buoy.self).count == 2 && realm.objects(Anchor.self).count == 2)
    #expect(realm.objects(Buoy.self).first?.spare?.label == "buoy")
  }

  @Test("an initializer makes an object of a class that nobody has used")
  func initializer() async {
    await #expect(processExitsWith: .success) {
      let pontoon = Pontoon()
      guard pontoon.mooring?.depth == 7 else { exit(1) }
      let realm = try memoryRealm(HandwrittenSchema.objectTypes)
      try realm.write { realm.add(pontoon) }
      // Accessors are made by 'init()', which stores nothing.
      guard realm.objects(Pontoon.self).first?.mooring?.depth == 7, realm.objects(Mooring.self).count == 1 else { exit(2) }
    }
  }

  @Test("a class with an initializer of its own is made of a value, also by generic code")
  func values() {
    func made<Model: Object>(_ type: Model.Type, _ value: Any) -> Model { Model(value: value) }
    #expect(Pontoon(value: ["mooring": ["depth": 3]]).mooring?.depth == 3 && Pontoon(value: [:]).mooring?.depth == 7)
    #expect(made(Pontoon.self, ["mooring": ["depth": 4]]).mooring?.depth == 4 && made(Mooring.self, [5]).depth == 5)
  }

  @Test("an initializer opens a Realm and writes, when an object is made and when the Realm is opened", arguments: [false, true])
  func writing(isOpened: Bool) async {
    await #expect(processExitsWith: .success) { [isOpened = isOpened as Bool] in
      let first = isOpened ? try Realm(configuration: Tally.configuration) : nil
      let tally = Tally()
      guard tally.count == 2 else { exit(1) }
      let realm = try Realm(configuration: Tally.configuration)
      let before = realm.objects(Anchor.self).count
      guard !isOpened || before >= 2 && first?.objects(Anchor.self).count == before else { exit(2) }
      try realm.write { realm.add(tally) }
      guard realm.objects(Tally.self).count == 1, tally.count == 2, Tally._entity === tally._entity else { exit(3) }
      // What its initializer writes is of another object: the accessor itself changes nothing.
      try realm.write { tally.count = 9 }
      guard realm.objects(Tally.self).filter("count == 9").count == 1 else { exit(4) }
    }
  }

  @Test("many threads may be the first to use a class")
  func threads() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        let buoy = Buoy()
        buoy.label = "\(number)"
        let isWhole = buoy.label == "\(number)" && buoy.anchor?.weight == 3 && buoy.spare?.label == "buoy" && Pontoon().mooring?.depth == 7
        if !isWhole { exit(1) }
      }
      guard Buoy._entity === Buoy()._entity else { exit(2) }
    }
  }

  @Test("initial values that never end stop with the class")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Whirl() }
    #expect(
      errorText(result).contains(
        "The initial values of 'Whirl' create an object whose initial values create another, without end. Initialize the property with "
          + "nil"))
  }

  // As `Anchor` is in the schema, but for its property.
  private static func look(_ property: _HandwrittenProperty?) {
    let (entity, known) = (Anchor._entity, Anchor._entity.handwritten)
    let changed = _HandwrittenClass("Anchor", Anchor.self, accessor: known?.accessor, property.map { [$0] } ?? [])
    _ = _Discovery.look(at: entity, changed)
  }

  @Test("a schema that was made before the class was changed stops with what differs", arguments: 0..<3)
  func changed(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      guard let said = Anchor._entity.handwritten?.properties.first else { exit(0) }
      switch number {
      case 0: DiscoveryTests.look(nil)
      case 1: DiscoveryTests.look(_HandwrittenProperty(said.file, said.line + 1, said.column, Int.self))
      default: DiscoveryTests.look(_HandwrittenProperty(said.file, said.line, said.column, String.self))
      }
    }
    let messages = [
      "'Anchor' does not have the properties of its schema. Build again", "'Anchor.weight' is no longer declared at ",
      "'Anchor.weight' has the type 'Int', and 'String' in the schema. Build again",
    ]
    #expect(errorText(result).contains(messages[number]))
  }

  @Test("a class is looked at again without a difference")
  func same() {
    guard let known = Anchor._entity.handwritten else { return }
    #expect(_Discovery.look(at: Anchor._entity, known).isEmpty)
  }
}
