import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("Power failures while a process writes", .blocking, .serialized)
  struct CrashImageTests {
    @Test("whatever the disk kept of unsynced writes, every durable transaction is there as a whole")
    func images() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      // In the short form every so many writes; in the long one each of them, several times.
      let isLong = Soak.isOn
      let folder = try TemporaryFolder()
      let (path, log) = (folder.file("store"), folder.file("log"))
      let child = try Child(["trace", path, log, "\(seed)", "50"])
      try #require(child.line() == "prepared", "seed \(seed)")
      var disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true, "seed \(seed)")
      #expect(child.end() == .exit(0))

      let events = try WriteLog(path: log).events
      var begun: Int64 = 0
      var stored: Int64 = 0
      var images = 0
      for (index, event) in events.enumerated() {
        if case .note(let number) = event {
          if number % 2 == 0 { begun = Int64(number / 2) } else { stored = Int64(number / 2) }
        } else {
          for _ in 0..<(isLong ? 8 : random.once(in: 3) ? 1 : 0) {
            images += 1
            try check(disk.image(event, using: &random), stored...begun, folder, "seed \(seed), event \(index), image \(images)")
          }
        }
        disk.apply(event)
      }
      print("crash images: seed \(seed), \(events.count) events, \(images) images")
      #expect(stored == 50 && images > 50)
    }

    private func check(_ image: [UInt8], _ expected: ClosedRange<Int64>, _ folder: TemporaryFolder, _ place: String) throws {
      let path = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(image).write(to: URL(fileURLWithPath: path))
      do {
        let store = try SampleStore(path: path)
        let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
        let numbers = Set(people.map { $0[1].integer ?? -1 })
        #expect(people.count == 20 && numbers.count == 1, "\(place): \(numbers)")
        if let number = numbers.first { #expect(expected.contains(number), "\(place): \(number), expected \(expected)") }
        let contradictions = try store.contradictions()
        #expect(contradictions.isEmpty, "\(place)")
      } catch {
        Issue.record("\(place): \(error)")
      }
    }
  }
#endif
