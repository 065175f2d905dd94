@testable import Ashlar
import AshlarSchema
import TestSupport
import Testing

@Suite("Properties by name")
struct PropertyNamesTests {
  @Test("each name has its ordinal, and no other name has one")
  func random() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      // Few characters and similar lengths: many names have the same first and last bytes.
      let letters = Array("abé_")
      let names = (0..<random.below(40)).map { _ in
        String((0..<random.below(40)).map { position in position % 9 == 4 ? random.pick(letters) : "x" })
      }
      let table = PropertyNames(names)
      defer { table.deallocate() }
      for name in names {
        #expect(table.ordinal(of: name) == names.firstIndex { $0.utf8.elementsEqual(name.utf8) }, "seed \(seed): '\(name)'")
      }
      for name in names {
        for other in [name + "x", String(name.dropLast()), name.uppercased(), "y" + name] {
          let expected = names.firstIndex { $0.utf8.elementsEqual(other.utf8) }
          #expect(table.ordinal(of: other) == expected, "seed \(seed): '\(other)'")
        }
      }
    }
  }

  @Test("a table without names finds none")
  func empty() {
    let table = PropertyNames([])
    defer { table.deallocate() }
    #expect(table.ordinal(of: "") == nil)
    #expect(table.ordinal(of: "name") == nil)
  }

  @Test("an equal name with other bytes is the same property, and the first of two equal names is found")
  func spellings() {
    let model = EntityModel(
      name: "Spelled",
      properties: [
        PropertyModel(name: "caf\u{E9}", type: .int), PropertyModel(name: "size", type: .int), PropertyModel(name: "size", type: .string),
      ])
    let schema = SchemaModel(name: "Spelling", entities: [model])
    let entity = _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self)
    #expect(entity.ordinal(named: "caf\u{E9}") == 0)
    #expect(entity.ordinal(named: "cafe\u{301}") == 0)
    #expect(entity.ordinal(named: "size") == 1)
    #expect(entity.ordinal(named: "cafe") == nil)
    #expect(entity.property(named: "cafe\u{301}")?.property.type == .int)
  }
}
