import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("The power fails while a process writes under rules, or adds them", .blocking)
  struct RuleImageTests {
    private let folder = try! TemporaryFolder()
    private var path: String { folder.file("store") }
    private var log: String { folder.file("log") }

    @Test(
      "every durable transaction is stored with all of its deletions, no rule is broken, and refused writes left nothing",
      arguments: RuledFixture.allCases)
    func transactions(_ fixture: RuledFixture) throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let count: Int64 = Soak.isLong ? 50 : 8
      let child = try Child(["trace-ruled", path, log, "\(seed)", "\(count)", fixture.rawValue])
      try #require(child.line() == "prepared", "seed \(seed)")
      var disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true, "seed \(seed)")
      #expect(child.end() == .exit(0))
      // The child has committed transactions 0 to 3 before.
      var begun: Int64 = 3
      var stored: Int64 = 3
      var images = 0
      for (index, event) in try WriteLog(path: log).events.enumerated() {
        if case .note(let number) = event {
          if number % 2 == 0 { begun = Int64(number / 2) } else { stored = Int64(number / 2) }
        } else {
          for _ in 0..<(Soak.isLong ? 4 : random.once(in: 3) ? 1 : 0) {
            images += 1
            let place = "seed \(seed), event \(index), image \(images)"
            try check(fixture, disk.image(event, using: &random), place, random.below(fixture.brokenRules)) { ledger in
              let found = try ledger.number()
              #expect((stored...begun).contains(found), "\(place): \(found), expected \(stored)...\(begun)")
              return found
            }
          }
        }
        disk.apply(event)
      }
      print("crash images under rules, \(fixture): seed \(seed), \(images) images")
      #expect(stored == 3 + count)
      #expect(images > count)
    }

    @Test(
      "with relaxed commits, the file returns to one of them as a whole, and to none before a durable one",
      arguments: RuledFixture.allCases)
    func relaxed(_ fixture: RuledFixture) throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      for round in 0..<UInt64(rounds(.relaxedImages)) {
        let trace = try Trace(seed: seed &+ round, count: 16, "trace-ruled-relaxed", [fixture.rawValue])
        let place = "seed \(seed), round \(round)"
        func verify(_ image: Image, _ number: Int64) throws {
          try folder.closeIdleFiles()
          #expect(try RuleVerification.faults(image.path) == [], "\(place), transaction \(number)")
          try folder.closeIdleFiles()
        }
        let outcome = try trace.images(place, chances: nil, &random, check: verify) { try Image.number(of: fixture, $0) }
        print("relaxed crash images under rules, \(fixture): \(place), \(outcome.images) images, \(outcome.lost) commits lost")
        #expect(trace.begun == 19)
        // Every fourth write of some sixty has an image, by chance.
        #expect(outcome.images > 0, "\(place)")
      }
    }

    @Test(
      "while rules are added, the file has all of them with their indexes or none, and all of them once opening has returned",
      arguments: RuledFixture.allCases)
    func rules(_ fixture: RuledFixture) throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let child = try Child(["trace-rules", path, log, fixture.rawValue])
      try #require(child.line() == "prepared")
      var disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true)
      #expect(child.end() == .exit(0))
      var found: [Int: Int] = [:]
      for (index, event) in try WriteLog(path: log).events.enumerated() {
        for number in 0..<(Soak.isLong ? 20 : 1) {
          let place = "seed \(seed), event \(index), image \(number)"
          let features = try check(fixture, disk.image(event, using: &random), place, number) { _ in 3 }
          found[features, default: 0] += 1
        }
        if case .note = event { #expect(disk.pending.isEmpty, "seed \(seed)") }
        disk.apply(event)
      }
      print("crash images of added rules, \(fixture): seed \(seed), \(found)")
      #expect(found[0] != nil, "seed \(seed): \(found)")
      #expect(found[fixture.features.count] != nil, "seed \(seed): \(found)")
      #expect(found.count == 2, "seed \(seed): \(found)")
    }

    // Checks a file with these bytes, before it is opened, under its rules, and afterwards. Returns the number of its features.
    @discardableResult
    private func check(
      _ fixture: RuledFixture, _ bytes: [UInt8], _ place: String, _ kind: Int, number: (any RuledTransactions) throws -> Int64
    ) throws -> Int {
      let image = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: image))
      do {
        let features = try TestEngine.otherFeatures(FileInspection.read(image, checksums: true).features.map(\.name)).count
        do {
          let ledger = try fixture.open(image)
          let found = try number(ledger)
          #expect(try ledger.faults(after: found) == [], "\(place)")
          #expect(try ledger.isRefused(kind, .unsynced), "\(place)")
          try ledger.commit(found + 1, .full)
          #expect(try ledger.faults(after: found + 1) == [], "\(place)")
        }
        try folder.closeIdleFiles()
        let stored = try FileInspection.read(image, checksums: true).features.map(\.name)
        #expect(TestEngine.otherFeatures(stored) == fixture.features, "\(place)")
        #expect(try RuleVerification.faults(image) == [], "\(place)")
        try folder.closeIdleFiles()
        return features
      } catch {
        Issue.record("\(place): \(error)")
        return -1
      }
    }
  }
#endif
