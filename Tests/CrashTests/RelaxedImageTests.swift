import Foundation
import StoreFixtures
import Testing

@testable import AshlarStore

#if os(Linux)
  @Suite("The power goes while a process writes without waiting for the disk", .serialized)
  struct RelaxedImageTests {
    @Test("whatever the disk kept, the file goes back to the version of its checkpoint as a whole, and to none before a durable one")
    func images() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let rounds = rounds(quick: 1) > 1 ? 8 : 1
      var images = 0
      var checkpoints = 0
      var lost = 0
      for round in 0..<rounds {
        let trace = try Trace(seed: seed &+ UInt64(round), count: 60)
        for (index, event) in trace.events.enumerated() {
          let chances = rounds > 1 ? 4 : random.once(in: 4) ? 1 : 0
          for _ in 0..<(trace.isWriting(event) ? chances : 0) {
            images += 1
            let place = "seed \(seed), round \(round), event \(index), image \(images)"
            let bytes = trace.disk.image(event, using: &random)
            let saved = try #require(trace.disk.checkpoints.randomElement(using: &random))
            let image = try Image(bytes, checkpoint: try saved.map(restarted), trace.scratch)
            do {
              let number = try image.number(isPending: saved != nil)
              if let saved {
                let version = try Checkpoint(saved, path: image.path).version
                #expect(number == trace.numbers[version], "\(place): the checkpoint has version \(version), of \(trace.numbers)")
              }
              #expect((trace.stored...max(trace.begun, trace.stored)).contains(number), "\(place): \(number)")
              lost += Int(trace.begun - number)
            } catch {
              Issue.record("\(place): \(error)")
            }
          }
          if case .checkpoint(_, let isSynced) = event {
            checkpoints += 1
            #expect(isSynced, "a checkpoint got its name before it was on the disk")
          }
          trace.apply(event)
        }
        #expect(trace.begun == 60)
      }
      print("relaxed images: seed \(seed), \(images) images, \(checkpoints) checkpoints, \(lost) commits lost")
      #expect(images > 50 && checkpoints >= 5 && lost > images / 2)
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
          let image = try Image(trace.disk.image(event, using: &random), checkpoint: nil, trace.scratch)
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
      #expect(wrong > images / 4)
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
          let image = try Image(trace.disk.seen, checkpoint: saved, trace.scratch)
          #expect(try image.number(isPending: false) == trace.begun, "seed \(seed), event \(index)")
          if let saved, trace.numbers[try Checkpoint(saved, path: "").version] ?? 0 < trace.begun { ahead += 1 }
        }
        trace.apply(event)
      }
      // Else the checkpoint would have made no difference.
      #expect(ahead > 5)
    }

    /// A checkpoint as it is found after the machine was restarted.
    private func restarted(_ bytes: [UInt8]) throws -> [UInt8] {
      var checkpoint = try Checkpoint(bytes, path: "")
      checkpoint.boot = BootIdentity(bytes: checkpoint.boot.bytes.map { ~$0 })
      return checkpoint.encoded
    }
  }

  /// What a process wrote, event by event.
  private final class Trace {
    let scratch: Scratch
    let events: [WriteLog.Event]
    private(set) var disk: CrashDisk
    /// The last transaction that began, and the last durable one that returned, or that was on the disk before its checkpoint
    /// was.
    private(set) var begun: Int64 = 0
    private(set) var stored: Int64 = 0
    /// The transaction of each version.
    private(set) var numbers: [UInt64: Int64] = [:]

    init(seed: UInt64, count: Int64) throws {
      scratch = try Scratch()
      let (path, log) = (scratch.file("store"), scratch.file("log"))
      let child = try Child(["trace-relaxed", path, log, "\(seed)", "\(count)"])
      try #require(child.line() == "prepared", "seed \(seed)")
      disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true, "seed \(seed)")
      #expect(child.end() == .exit(0))
      events = try WriteLog(path: log).events
      var last: Int64 = 0
      for case .note(let note) in events {
        if note % 4 == 0 { last = Int64(note / 4) }
        if note % 4 == 3 { numbers[UInt64(note / 4)] = last }
      }
    }

    func isWriting(_ event: WriteLog.Event) -> Bool { if case .note = event { false } else { true } }

    func apply(_ event: WriteLog.Event) {
      disk.apply(event)
      switch event {
      case .note(let note) where note % 4 == 0: begun = Int64(note / 4)
      case .note(let note) where note % 4 == 2: stored = Int64(note / 4)
      case .folderSynced:
        if let saved = disk.checkpoints[0], let version = try? Checkpoint(saved, path: "").version {
          stored = max(stored, numbers[version] ?? .max)
        }
      default: break
      }
    }
  }

  /// A file as it is found after a crash.
  private struct Image {
    let path: String
    private let scratch: Scratch

    init(_ bytes: [UInt8], checkpoint: [UInt8]?, _ scratch: Scratch) throws {
      self.scratch = scratch
      path = scratch.file("image")
      for name in try scratch.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: scratch.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      if let checkpoint { try Data(checkpoint).write(to: URL(fileURLWithPath: path + ".checkpoint")) }
    }

    /// Checks the file, before it is opened and afterwards, and returns the transaction that it has.
    func number(isPending: Bool, isQuiet: Bool = false) throws -> Int64 {
      let inspected = try FileInspection.read(path, checksums: true)
      let number = try opened()
      guard !isQuiet else { return number }
      #expect(inspected.isRestorePending == isPending)
      #expect(try scratch.names().filter { $0.hasPrefix("image") } == ["image", "image-lock", "image.lock"])
      #expect(try FileInspection.read(path, checksums: true).version >= inspected.version)
      return number
    }

    private func opened() throws -> Int64 {
      let store = try SampleStore(path: path)
      let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
      let numbers = Set(people.map { $0[1].integer ?? -1 })
      guard people.count == 20, numbers.count == 1, let number = numbers.first else { throw Mixed(what: "\(numbers)") }
      let contradictions = try store.contradictions()
      guard contradictions.isEmpty else { throw Mixed(what: contradictions.joined(separator: ", ")) }
      // It takes writes as any other.
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .int(1)])
      try store.session.commitWrite(.full)
      return number
    }
  }

  private struct Mixed: Error {
    let what: String
  }
#endif
