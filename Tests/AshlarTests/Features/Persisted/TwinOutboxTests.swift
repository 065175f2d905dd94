import AshlarSchema
import AshlarStore
import Atlas
import Foundation
import TestSupport
import Testing
import Twins

@testable import Ashlar

/// A generated asymmetric class and the same written by hand.
struct TwinSent: @unchecked Sendable, CustomTestStringConvertible {
  let generated: Side
  let byHand: Side

  struct Side {
    let type: ObjectBase.Type
    let types: [ObjectBase.Type]
    let create: (Realm, Any) -> Void

    init<T: AsymmetricObject>(_ type: T.Type, _ types: [ObjectBase.Type]) {
      (self.type, self.types) = (type, types + [type])
      create = { $0.create(T.self, value: $1) }
    }
  }

  init<G: AsymmetricObject, H: AsymmetricObject & TypedTwin>(_ generated: G.Type, _ byHand: H.Type, _ types: [ObjectBase.Type]) {
    self.generated = Side(generated, types)
    self.byHand = Side(byHand, types.compactMap { type in TwinsSchema.objectTypes.first { $0.className() == type.className() } })
  }

  var testDescription: String { generated.type.className() }

  static let all = [
    TwinSent(Atlas.Sounding.self, Twins.Sounding.self, AtlasSchema.objectTypes),
    TwinSent(GeneratedReading.self, Twins.Reading.self, generatedWeather),
    TwinSent(GeneratedEvent.self, Twins.Event.self, generatedWeather),
    TwinSent(GeneratedEverything.self, Twins.Everything.self, generatedWeather),
  ]
}

@Suite("The asymmetric classes of all schemas written by hand")
struct TwinOutboxTests {
  @Test("have the storage of their schemas, and start with the same values but for ids and dates", arguments: TwinSent.all)
  func defaults(_ sent: TwinSent) throws {
    #expect(storageFingerprint(sent.byHand.type) == storageFingerprint(sent.generated.type))
    let fresh = Set(
      sent.byHand.type._entity.model.columns.filter { [.date, .objectId, .uuid].contains($0.type) && !$0.isOptional }.map(\.name))
    let (generated, byHand) = (sent.generated.type.init(), sent.byHand.type.init())
    let expected = forms(generated).filter { !fresh.contains($0.key) }
    #expect(forms(byHand).filter { !fresh.contains($0.key) } == expected)
    #expect(try typedForms(byHand).filter { !fresh.contains($0.key) } == expected)
  }

  @Test("leave the same bytes for what sends them, made of values and set by their own accessors", arguments: TwinSent.all)
  func bytes(_ sent: TwinSent) throws {
    var values = TwinValues(depth: 1, turn: 1).values(sent.byHand.type)
    // Entries of a map have no order of their own.
    for property in sent.byHand.type._entity.model.columns where property.collection == .map {
      values[property.name] = (values[property.name] as? [String: Any])?.filter { $0.key == "a" }
    }
    func waiting(_ side: TwinSent.Side, _ make: () throws -> Any) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let realm = try Realm(configuration: folder.outbox(.init(), "data.realm", side.types))
      try realm.write { side.create(realm, try make()) }
      let session = try #require(try OutboxSession(path: folder.url().path))
      var found: [[UInt8]] = []
      try session.forEach(after: -1) {
        // Without a key each has an id of its own, of 16 bytes.
        found.append(Array($0.bytes.dropFirst(side.type.primaryKey() == nil ? 16 : 0)))
        return true
      }
      #expect(found.count == 1)
      return found.first ?? []
    }
    let expected = try waiting(sent.generated) { values }
    #expect(!expected.isEmpty)
    #expect(try waiting(sent.byHand) { values } == expected)
    let typed = try waiting(sent.byHand) {
      let made = sent.byHand.type.init()
      for (name, value) in values { made[name] = value }
      let copy = sent.byHand.type.init()
      try #require(copy as? any TypedTwin).setTyped(made)
      return copy
    }
    #expect(typed == expected)
  }
}
