import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("Power failures while a process writes without waiting for the disk", .blocking, .serialized)
  struct RelaxedImageTests {
    @Test("whatever the disk kept, the file goes back to the version of its checkpoint as a whole, and to none before a durable one")
    func images() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let rounds = rounds(.relaxedImages)
      var images = 0
      var checkpoints = 0
      var lost = 0
      for round in 0..<rounds {
        let trace = try Trace(seed: seed &+ UInt64(round), count: 60)
        let outcome = try trace.images("seed \(seed), round \(round)", chances: rounds > 1 ? 4 : nil, &random)
        images += outcome.images
        checkpoints += outcome.checkpoints
        lost += outcome.lost
        #expect(trace.begun == 60)
      }
      print("relaxed images: seed \(seed), \(images) images, \(checkpoints) checkpoints, \(lost) commits lost")
      #expect(images > 50 && checkpoints >= 5 && lost > images / 2)
    }

    @Test("whatever the disk kept, no commit is missing whose writer was told that it cannot be lost, and none is there by half")
    func groups() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let rounds = max(2, rounds(.relaxedImages))
      var (images, checkpoints, slots, told) = (0, 0, 0, Int64(0))
      for round in 0..<rounds {
        let trace = try Trace(seed: seed &+ UInt64(round), count: 80, "trace-grouped")
        let outcome = try trace.images("seed \(seed), round \(round)", chances: rounds > 2 ? 4 : nil, &random)
        images += outcome.images
        checkpoints += outcome.checkpoints
        slots += outcome.slots
        told += trace.stored
        #expect(trace.begun == 80 && trace.stored == 80)
      }
      print("images of groups: seed \(seed), \(images) images, \(checkpoints) checkpoints, \(slots) in slots, \(told) commits told of")
      #expect(images > 50 && checkpoints >= 5 && slots > 5)
    }

    @Test("the test can fail: without their checkpoints such images are damaged or mixed")
    func control() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let trace = try Trace(seed: seed, count: 60)
      var wrong = 0
      var images = 0
      for event in trace.events {
        if trace.isWriting(event), trace.disk.checkpoints.last != .some(nil), trace.disk.pending.count > 4, random.once(in: 6) {
          images += 1
          let image = try Image(trace.disk.image(event, using: &random), checkpoint: nil, trace.folder)
          do {
            let number = try image.number(isPending: false, isQuiet: true)
            if number < trace.stored || number > trace.begun { wrong += 1 }
          } catch {
            wrong += 1
          }
        }
        trace.apply(event)
      }
      print("relaxed images without checkpoints: seed \(seed), \(images) images, \(wrong) wrong")
      #expect(wrong > 4 && images > 20)
    }

    @Test("when only the process dies, nothing goes back: what it wrote is all there")
    func processDeath() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let trace = try Trace(seed: seed, count: 60)
      var ahead = 0
      for (index, event) in trace.events.enumerated() {
        if case .note(let number) = event, number % 4 == 1, random.once(in: 3) {
          let saved = trace.disk.checkpoints[trace.disk.checkpoints.count - 1]
          let image = try Image(trace.disk.seen, checkpoint: saved, trace.folder)
          #expect(try image.number(isPending: false) == trace.begun, "seed \(seed), event \(index)")
          if let saved, trace.numbers[try CheckpointSlots.newest(in: saved, path: "").version] ?? 0 < trace.begun { ahead += 1 }
        }
        trace.apply(event)
      }
      // Else the checkpoint would have made no difference.
      #expect(ahead > 5)
    }

    @Test("the same of two processes with different durabilities, which die and come again")
    func twoProcesses() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let rounds = rounds(.relaxedImages)
      var images = 0
      var checkpoints = 0
      for round in 0..<rounds {
        let trace = try Trace(sharedSeed: seed &+ UInt64(round))
        let outcome = try trace.images("seed \(seed), round \(round)", chances: rounds > 1 ? 4 : nil, &random)
        images += outcome.images
        checkpoints += outcome.checkpoints
      }
      print("relaxed images of two processes: seed \(seed), \(images) images, \(checkpoints) checkpoints")
      #expect(images > 50 && checkpoints > 10)
    }
  }
#endif
