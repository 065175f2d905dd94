import AshlarSchema
import Dispatch
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import Ashlar

@Suite("Threads and the classes of all schemas written by hand", .blocking)
struct TwinThreadTests {
  @Test("64 threads may be the first to use them all")
  func first() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        for pair in TwinPair.all {
          let object = pair.byHand.make()
          for (name, value) in TwinValues(turn: number).values(pair.byHand.type) { object[name] = value }
          let isWhole = (try? typedForms(object)) == forms(object) && !forms(object).isEmpty
          if !isWhole, !pair.byHand.type._entity.model.columns.allSatisfy({ $0.type == .object }) { exit(1) }
        }
      }
      for pair in TwinPair.all where pair.byHand.type._entity !== type(of: pair.byHand.make())._entity { exit(2) }
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
