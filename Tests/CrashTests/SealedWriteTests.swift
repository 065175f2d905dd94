import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

#if os(Linux)
  @Suite("What an encrypted file leaves behind", .blocking)
  struct SealedWriteTests {
    // Texts of the migrations, which are in `StepSchema`.
    private static let steps = ["too long for a cell", "filled in version "]
    private static let keys = 0..<3

    // The marks that a process has written, by where they were found.
    private struct Traces {
      var calls: Set<String> = []
      var unlinked: Set<String> = []
      var files: Set<String> = []
      var isSpilling = false
    }

    private let marks: Marks
    // Hashes of primary keys, as the index of keys contains them.
    private let hashes: [[UInt8]]

    init() throws {
      let marks = Marks(seed: seed())
      self.marks = marks
      // The numbers of tables begin with 1 or 0.
      hashes = SealedWriteTests.keys.flatMap { number in
        (0..<3 as Range<UInt32>).flatMap { table in
          let hash = MarkedStore.key(marks, number).withUnsafeBytes { KeyProbe(.bytes($0)).hash(table: table) }
          return [hash, hash.byteSwapped].map { hash in withUnsafeBytes(of: hash) { Array($0) } }
        }
      }
    }

    private func found(_ bytes: Data) -> Set<String> {
      var found = marks.found(in: bytes)
      for text in SealedWriteTests.steps where Marks.place(of: Array(text.utf8), in: bytes) != nil { found.insert(text) }
      if hashes.contains(where: { Marks.place(of: $0, in: bytes) != nil }) { found.insert("a hash") }
      return found
    }

    private func traces(isSealed: Bool) throws -> Traces {
      // The record is not searched as a file that the process leaves behind.
      let (folder, records) = (try TemporaryFolder(), try TemporaryFolder())
      let child = try Child(
        ["store-marked", folder.file("store"), records.file("record"), "\(marks.seed)", isSealed ? "sealed" : "plain"])
      var traces = Traces()
      let line = try #require(child.line())
      traces.isSpilling = line == "large true"
      let open = "/proc/\(child.id)/fd/"
      for name in try FileManager.default.contentsOfDirectory(atPath: open) {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: open + name), target.hasPrefix(folder.path),
          let bytes = try? Data(contentsOf: URL(fileURLWithPath: open + name))
        else { continue }
        if target.hasSuffix("(deleted)") { traces.unlinked.formUnion(found(bytes)) } else { traces.files.formUnion(found(bytes)) }
      }
      child.send("go")
      #expect(child.line() == "done")
      #expect(child.end() == .exit(0))
      traces.calls = found(try Data(contentsOf: URL(fileURLWithPath: records.file("record"))))
      for name in try folder.names() { traces.files.formUnion(found(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))) }
      return traces
    }

    @Test("no writing call, no file and no file without a name contains what writes, copies, compaction and migrations store")
    func everything() throws {
      let sealed = try traces(isSealed: true)
      #expect(sealed.calls == [], "seed \(marks.seed)")
      #expect(sealed.files == [], "seed \(marks.seed)")
      #expect(sealed.unlinked == [], "seed \(marks.seed)")
      #expect(!sealed.isSpilling)
      if TestEngine.isSealed { return }
      // In a file that is not encrypted, the search finds everything.
      let plain = try traces(isSealed: false)
      let all = Marks.all.union(SealedWriteTests.steps).union(["a hash"])
      #expect(plain.calls.isSuperset(of: all), "\(all.subtracting(plain.calls))")
      #expect(plain.files.isSuperset(of: all), "\(all.subtracting(plain.files))")
      #expect(plain.isSpilling && !plain.unlinked.isEmpty)
    }
  }
#endif
