import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Elements of a list in a value of any type", .blocking)
struct AnyElementTests {
  @Test("an element decoded alone is the element of the whole list", arguments: 0..<3 as Range<UInt64>)
  func alone(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let value = AnyStoredTests.random(&generator)
      let bytes = value.bytes()
      bytes.withUnsafeBytes { bytes in
        var elements: [AnyStored] = []
        if case .list(_, let found) = value { elements = found }
        #expect(AnyStored.collection(in: bytes)?.id == value.id, "seed \(seed)")
        for (index, element) in elements.enumerated() { #expect(AnyStored.element(at: index, in: bytes) == element, "seed \(seed)") }
        #expect(AnyStored.element(at: elements.count, in: bytes) == nil, "seed \(seed)")
        #expect(AnyStored.element(at: -1, in: bytes) == nil, "seed \(seed)")
        // Bytes that end too early are no element, or the whole one.
        for end in stride(from: 0, to: bytes.count, by: 3) {
          let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
          for (index, element) in elements.enumerated() {
            if let found = AnyStored.element(at: index, in: part) { #expect(found == element, "seed \(seed)") }
          }
        }
      }
    }
  }

  @Test("read by index, first and later elements are those of the current version, also in writes and in frozen objects")
  func versions() throws {
    let realm = try valueRealm()
    let object = try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      object.any = .fromArray([.int(0), .string("one"), .fromArray([.int(20), .int(21)]), .int(3)])
      return object
    }
    let list = try #require(object.any.listValue)
    #expect(list[1] == .string("one"))
    #expect(list[3] == .int(3))
    #expect(object.any.listValue?[2].listValue?[1] == .int(21))
    let nested = try #require(list[2].listValue)
    try realm.write {
      list[1] = .int(1)
      #expect(list[1] == .int(1))
      nested.append(.int(22))
      #expect(nested[2] == .int(22))
      #expect(object.any.listValue?[1] == .int(1))
    }
    let frozen = object.freeze()
    try realm.write { list.removeAll() }
    #expect(list.count == 0)
    #expect(frozen.any.listValue?[1] == .int(1))
    #expect(frozen.any.listValue?[2].listValue?[2] == .int(22))
    let kept = try #require(frozen.any.listValue)
    #expect((0..<4).map { kept[$0] }.last == .int(3))
    try realm.write { object.any = .int(7) }
    #expect(list.isInvalidated)
  }
}
