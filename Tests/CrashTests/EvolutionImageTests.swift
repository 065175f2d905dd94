import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  @Suite("Power failures while a file is migrated to another schema", .blocking)
  struct EvolutionImageTests {
    private let folder = try! TemporaryFolder()
    private var path: String { folder.file("store") }
    private var log: String { folder.file("log") }

    @Test("in place, the file has the old schema or the new one, and the new one once opening has returned")
    func inPlace() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let child = try Child(["trace-evolve", path, log, "place"])
      try #require(child.line() == "prepared")
      var disk = CrashDisk([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      try finish(child)
      var found: [UInt64: Int] = [:]
      for (index, event) in try WriteLog(path: log).events.enumerated() {
        for number in 0..<(Soak.isLong ? 40 : 6) {
          found[try version(of: disk.image(event, using: &random), "seed \(seed), event \(index), image \(number)"), default: 0] += 1
        }
        if case .note = event { #expect(disk.pending.isEmpty, "seed \(seed)") }
        disk.apply(event)
      }
      print("evolution images: seed \(seed), \(found)")
      #expect(found[1, default: 0] > 3 && found[2] != nil && found.count == 2)
    }

    @Test("on a copy, the old file is never written to, and the copy takes its place when all of it is on the disk")
    func onCopy() throws {
      let seed = seed()
      var random = SeededGenerator(seed: seed)
      let child = try Child(["trace-evolve", path, log, "copy"])
      try #require(child.line() == "prepared")
      let old = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      let before = try #require(try old.readToEnd())
      var disk = CrashDisk([])
      let begun = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".compacting")))
      disk.apply(.write(offset: 0, bytes: begun, isSynced: false))
      try finish(child)
      try old.seek(toOffset: 0)
      #expect(try old.readToEnd() == before)
      var order: [String] = []
      for (index, event) in try WriteLog(path: log).events.enumerated() {
        switch event {
        case .moved:
          order.append("moved")
          for number in 0..<8 {
            #expect(try version(of: disk.image(nil, using: &random), "seed \(seed), event \(index), image \(number)") == 2)
          }
        case .folderSynced: order.append("folder synced")
        case .note: order.append("done")
        case .write: #expect(order.isEmpty, "seed \(seed)")
        default: break
        }
        disk.apply(event)
      }
      #expect(order == ["moved", "folder synced", "done"])
    }

    @Test("on a disk without space for a copy, the migration fails before it writes, and succeeds when there is space")
    func noRoom() throws {
      let child = try Child(["migrate-full-disk", folder.path])
      let lines = child.remainingLines()
      try #require(child.end() == .exit(0), "\(lines)")
      if lines.first?.hasPrefix("impossible") == true { return print("full disk: nothing can be mounted here") }
      try #require(lines.count == 5, "\(lines)")
      #expect(lines[0].hasPrefix("failed after 0 reports: ") && lines[0].contains("the disk is full"), "\(lines)")
      #expect(Array(lines[1...]) == ["version 1", "migrated 6000 []", "file store", "reserved 0"])
    }

    private func finish(_ child: Child) throws {
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true)
      #expect(child.end() == .exit(0))
    }

    // The version of a file with these bytes, which has all rows in that version.
    private func version(of bytes: [UInt8], _ place: String) throws -> UInt64 {
      let image = folder.file("image")
      for name in try folder.names() where name.hasPrefix("image") { try FileManager.default.removeItem(atPath: folder.file(name)) }
      try Data(bytes).write(to: URL(fileURLWithPath: image))
      let comment = Comment(rawValue: place)
      do {
        let version = try FileInspection.schema(image).version
        try StepRows.check(image, version, rows: 1000, comment)
        try folder.closeIdleFiles()
        _ = try FileInspection.read(image, checksums: true)
        return version
      } catch {
        Issue.record("\(place): \(error)")
        return 0
      }
    }
  }
#endif
