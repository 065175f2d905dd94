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
}
