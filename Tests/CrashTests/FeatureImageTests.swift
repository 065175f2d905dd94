import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("Power failures while features are added to a file", .blocking)
  struct FeatureImageTests {
    private static let names = "unique,history,derived"
    private let folder = try! TemporaryFolder()

    @Test("it has all of them or none, and all of them once opening has returned")
    func images() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let (path, log) = (folder.file("store"), folder.file("log"))
      let child = try Child(["trace-features", path, log, FeatureImageTests.names])
      try #require(child.line() == "prepared")
      var disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true)
      #expect(child.end() == .exit(0))
      var found: [Int: Int] = [:]
      for (index, event) in try WriteLog(path: log).events.enumerated() {
        for number in 0..<(Soak.isLong ? 40 : 6) {
          found[try features(of: disk.image(event, using: &random), "seed \(seed), event \(index), image \(number)"), default: 0] += 1
        }
        if case .note = event { #expect(disk.pending.isEmpty, "seed \(seed)") }
        disk.apply(event)
      }
      #expect(found[0, default: 0] > 3, "seed \(seed)")
      #expect(found[3] != nil, "seed \(seed)")
      #expect(found.count == 2, "seed \(seed): \(found)")
    }

    @Test("with relaxed commits before and after, every image goes back to one of them as a whole, and to none before the features")
    func relaxed() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      try InventedFeatures.knowing(FeatureImageTests.names) {
        var found: [Int: Int] = [:]
        for round in 0..<(Soak.isLong ? 8 : 2) as Range<UInt64> {
          let trace = try Trace(seed: seed &+ round, count: 24, "trace-features-relaxed", [FeatureImageTests.names])
          let place = "seed \(seed), round \(round)"
          let outcome = try trace.images(place, chances: nil, &random) { image, number in
            // Numbers begin with 1; the features came between 12 and 13.
            let count = try TestEngine.otherFeatures(FileInspection.read(image.path, checksums: true).features.map(\.name)).count
            found[count, default: 0] += 1
            let expected: [Int] = trace.isMarked || number > 12 ? [3] : number < 12 ? [0] : [0, 3]
            #expect(expected.contains(count), "\(place): \(count) features at transaction \(number)")
            #expect(!trace.isMarked || number >= 12, "\(place): transaction \(number)")
            try folder.closeIdleFiles()
          }
          #expect(trace.begun == 24 && trace.isMarked, "\(place)")
          // Every fourth write has an image, by chance.
          #expect(outcome.images > 0, "\(place)")
        }
        #expect(found[0] != nil && found[3] != nil && found.count == 2, "seed \(seed): \(found)")
      }
    }

    // The number of features of a file with these bytes, which has its three tokens and takes another one.
    private func features(of bytes: [UInt8], _ place: String) throws -> Int {
      let image = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: image))
      do {
        let count = try TestEngine.otherFeatures(FileInspection.read(image, checksums: true).features.map(\.name)).count
        try InventedFeatures.knowing(FeatureImageTests.names) {
          let store = try SampleStore(path: image)
          #expect(try store.tokenNumbers() == [1, 2, 3], "\(place)")
          #expect(try store.contradictions() == [], "\(place)")
          try store.addNumberedToken(.full)
        }
        try folder.closeIdleFiles()
        _ = try FileInspection.read(image, checksums: true)
        return count
      } catch {
        Issue.record("\(place): \(error)")
        return -1
      }
    }
  }
#endif
