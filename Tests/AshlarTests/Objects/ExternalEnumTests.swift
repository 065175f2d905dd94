import Ashlar
import Testing
import Traits

@Suite("External enums")
struct ExternalEnumTests {
  @Test("an enum declared by hand is stored as its raw value")
  func stored() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let drawing = Drawing()
    drawing.name = "House"
    drawing.shape = .square
    drawing.other = .round
    drawing.shapes.append(objectsIn: [.round, .square])
    drawing.layer = .back
    try realm.write { realm.add(drawing) }
    let stored = try #require(realm.objects(Drawing.self).where { $0.shape == .square && $0.layer == .back }.first)
    #expect(stored.other == .round && Array(stored.shapes) == [.round, .square] && stored.layer == .back)
    #expect(stored["shape"] as? String == "s" || stored["shape"] as? Drawing.Shape == .square)
    #expect(realm.objects(Drawing.self).where { $0.other == nil }.isEmpty)
  }

  @Test("new objects begin with the first case, also where no case is stored as zero")
  func defaults() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let drawing = Drawing()
    #expect(drawing.shape == .round && drawing.layer == .front && drawing.other == nil && drawing.last == .round)
    let created = try realm.write { realm.create(Drawing.self, value: ["name": "a", "shape": "s"]) }
    #expect(created.shape == .square && created.layer == .front && created.shapes.isEmpty)
  }

  @Test("where the schema lists the cases, new objects begin with its first, also in another order than Swift's")
  func listed() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let drawing = Drawing()
    #expect(drawing.corner == .sharp && drawing.inner == .round && drawing.outer == nil && drawing.recent == .sharp)
    let created = try realm.write { realm.create(Drawing.self, value: ["name": "a", "corners": [3, 5]]) }
    #expect(created.corner == .sharp && created.inner == .round && Array(created.corners) == [.sharp, .round])
    try realm.write { created.corner = .round }
    #expect(realm.objects(Drawing.self).where { $0.corner == .round }.count == 1)
    #expect(realm.objects(Drawing.self).where { $0.outer == nil }.count == 1)
  }

  @Test("a case with another raw value than in the schema is reported before anything is read or written")
  func otherRawValue() throws {
    let schema = _LinkedSchema(name: "Doors", source: 0, externalEnums: [DoorCases.self], descriptor: "")
    let error = try #require(throws: Realm.Error.self) { try schema.model() }
    #expect(
      error.description.contains(
        "In schema 'Doors' case 'open' of enum 'Door' has the raw value '1' in Swift and '2' in the schema. Change one of the two."))
  }

  private enum Door: Int, PersistableEnum { case closed, open }

  private enum DoorCases: _ExternalEnumCases {
    static func rawValue(of value: Door) -> Int {
      switch value {
      case .closed: 0
      case .open: 2
      }
    }
  }
}
