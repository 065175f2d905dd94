import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("The power goes while a file gets features", .blocking)
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

    // The number of features of a file with these bytes, which has its three tokens and takes another one.
    private func features(of bytes: [UInt8], _ place: String) throws -> Int {
      let image = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: image))
      do {
        let count = try FileInspection.read(image, checksums: true).features.count
        try InventedFeatures.knowing(FeatureImageTests.names) {
          let store = try SampleStore(path: image)
          #expect(try store.tokenNumbers() == [1, 2, 3], "\(place)")
          #expect(try store.contradictions() == [], "\(place)")
          try store.addNumberedToken(.full)
        }
        IdleEngines.closeAll()
        _ = try FileInspection.read(image, checksums: true)
        return count
      } catch {
        Issue.record("\(place): \(error)")
        return -1
      }
    }
  }
#endif
