import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

#if os(Linux)
  /// What a process wrote, event by event.
  final class Trace {
    let folder: TemporaryFolder
    let events: [WriteLog.Event]
    private(set) var disk: CrashDisk
    /// The last transaction that began, and the last durable one that returned, or that was on the disk before its checkpoint
    /// was.
    private(set) var begun: Int64 = 0
    private(set) var stored: Int64 = 0
    /// Whether the event came that the process marked.
    private(set) var isMarked = false
    private static let mark = (1 << 40) + 1
    /// The transaction of each version.
    private(set) var numbers: [UInt64: Int64] = [:]

    /// One process, of whose transactions some are durable and the others relaxed, or saved in groups.
    convenience init(seed: UInt64, count: Int64, _ kind: String = "trace-relaxed", _ more: [String] = []) throws {
      let folder = try TemporaryFolder()
      let (path, log) = (folder.file("store"), folder.file("log"))
      let child = try Child([kind, path, log, "\(seed)", "\(count)"] + more)
      try #require(child.line() == "prepared", "seed \(seed)")
      let before = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      child.send("go")
      try #require(child.line()?.hasPrefix("done ") == true, "seed \(seed)")
      #expect(child.end() == .exit(0))
      try self.init(folder, before, log)
    }

    /// Two processes at a time, with transactions of all kinds. Three times one dies and another one comes.
    convenience init(sharedSeed seed: UInt64) throws {
      let folder = try TemporaryFolder()
      let (path, log) = (folder.file("store"), folder.file("log"))
      // Makes the file.
      #expect(try Child(["trace-relaxed", path, folder.file("other"), "\(seed)", "0"]).line() == "prepared")
      func start(_ number: UInt64, _ count: Int, _ end: String) throws -> Child {
        let child = try Child(["trace-shared", path, log, "\(seed &+ number &* 100)", "\(count)", end])
        try #require(child.line() == "prepared", "seed \(seed)")
        return child
      }
      let first = try start(0, 60, "closes")
      var second = try start(1, 10, "dies")
      let before = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      first.send("go")
      second.send("go")
      for number in 2..<UInt64(5) {
        #expect(second.end() == .signal(SIGKILL))
        second = try start(number, 10, number == 4 ? "closes" : "dies")
        second.send("go")
      }
      for child in [first, second] { try #require(child.line()?.hasPrefix("done ") == true, "seed \(seed)") }
      for child in [first, second] {
        child.send("end")
        #expect(child.end() == .exit(0))
      }
      try self.init(folder, before, log)
    }

    private init(_ folder: TemporaryFolder, _ before: [UInt8], _ log: String) throws {
      self.folder = folder
      disk = CrashDisk(before)
      events = try WriteLog(path: log).events
      var last: Int64 = 0
      for case .note(let note) in events {
        if note % 4 == 0 { last = Int64(note / 4) }
        if note % 4 == 3 { numbers[UInt64(note / 4)] = last }
      }
    }

    /// Checks what is found after a crash at some events, or so many times at each.
    /// - Parameters:
    ///   - check: Called with each image and the transaction that it has.
    ///   - reading: Opens an image, as `Image.number` states.
    func images(
      _ name: String, chances: Int?, _ random: inout SeededGenerator, check: (Image, Int64) throws -> Void = { _, _ in },
      reading: (String) throws -> Int64 = Image.sample
    ) throws -> (images: Int, checkpoints: Int, slots: Int, lost: Int) {
      var outcome = (images: 0, checkpoints: 0, slots: 0, lost: 0)
      for (index, event) in events.enumerated() {
        for _ in 0..<(isWriting(event) ? chances ?? (random.once(in: 4) ? 1 : 0) : 0) {
          outcome.images += 1
          let place = "\(name), event \(index), image \(outcome.images)"
          let saved = disk.checkpoint(event, using: &random)
          let image = try Image(disk.image(event, using: &random), checkpoint: try saved.map(Trace.restarted), folder)
          do {
            let number = try image.number(isPending: saved != nil, reading: reading)
            if let saved {
              let version = try CheckpointSlots.newest(in: saved, path: image.path).version
              #expect(number == numbers[version] ?? 0, "\(place): the checkpoint has version \(version)")
            }
            #expect((stored...max(begun, stored)).contains(number), "\(place): \(number), expected \(stored)...\(begun)")
            outcome.lost += Int(begun - number)
            try check(image, number)
          } catch {
            Issue.record("\(place), \(saved == nil ? "no checkpoint" : "a checkpoint"): \(error)")
          }
        }
        switch event {
        case .checkpoint(_, let isSynced):
          outcome.checkpoints += 1
          #expect(isSynced, "a checkpoint got its name before it was on the disk")
        case .slot(_, _, let isSynced):
          outcome.checkpoints += 1
          outcome.slots += 1
          #expect(isSynced, "a slot was written without waiting for the disk")
          #expect(disk.checkpoints.count == 1, "a slot was written while the file's name was not on the disk")
        default: break
        }
        apply(event)
      }
      return outcome
    }

    /// A checkpoint as it is found after the machine was restarted.
    private static func restarted(_ bytes: [UInt8]) throws -> [UInt8] {
      var bytes = bytes
      for offset in CheckpointSlots.offsets {
        let range = offset..<offset + Checkpoint.size
        guard var checkpoint = try? Checkpoint(Array(bytes[range]), path: "") else { continue }
        checkpoint.boot = BootIdentity(bytes: checkpoint.boot.bytes.map { ~$0 })
        bytes.replaceSubrange(range, with: checkpoint.encoded)
      }
      return bytes
    }

    func isWriting(_ event: WriteLog.Event) -> Bool { if case .note = event { false } else { true } }

    func apply(_ event: WriteLog.Event) {
      disk.apply(event)
      switch event {
      case .note(Trace.mark): isMarked = true
      case .note(let note) where note % 4 == 0: begun = max(begun, Int64(note / 4))
      case .note(let note) where note % 4 == 2: stored = max(stored, Int64(note / 4))
      case .folderSynced, .slot:
        if let saved = disk.checkpoints[0], let version = try? CheckpointSlots.newest(in: saved, path: "").version {
          stored = max(stored, numbers[version] ?? 0)
        }
      default: break
      }
    }
  }
#endif
