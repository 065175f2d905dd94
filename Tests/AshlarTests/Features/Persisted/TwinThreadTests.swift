import AshlarSchema
import Dispatch
import Foundation
import Synchronization
import TestTraits
import Testing
import Twins

@testable import Ashlar

@Suite("Threads and the classes of all schemas written by hand", .blocking)
struct TwinThreadTests {
  @Test("64 threads may be the first to use them all")
  func first() async {
    await #expect(processExitsWith: .success) {
      // Nothing has asked for their entities yet: a list of pairs would, by their names.
      let types = TwinsSchema.objectTypes
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        for type in number % 2 == 0 ? types : types.reversed() {
          let object = type.init()
          for (name, value) in TwinValues(turn: number).values(type) { object[name] = value }
          if (try? typedForms(object)) != forms(object) { exit(1) }
        }
      }
      for type in types where type._entity !== type.init()._entity { exit(2) }
    }
  }

  /// A frozen object that threads read.
  private struct Frozen: @unchecked Sendable {
    let object: Object
    let forms: [String: String]
  }

  @Test("frozen objects are read by many threads, generated ones and those written by hand", arguments: TwinPair.all)
  func frozen(_ pair: TwinPair) throws {
    for side in [pair.generated, pair.byHand] {
      let realm = try memoryRealm(side.types)
      let made = try realm.write { side.create(realm, TwinValues(depth: 2).values(pair.byHand.type)) }
      let frozen = Frozen(object: made.freeze(), forms: forms(made, depth: 2))
      let isByHand = side.type == pair.byHand.type
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<4 {
          let isSame = forms(frozen.object, depth: 2) == frozen.forms
          if !isSame || isByHand && (try? typedForms(frozen.object, depth: 2)) != frozen.forms { wrong.add(1, ordering: .relaxed) }
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0, "\(isByHand ? "by hand" : "generated")")
    }
  }
}
