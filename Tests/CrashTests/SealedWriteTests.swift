import Foundation
import TestSupport
import TestTraits
import Testing

#if os(Linux)
  @Suite("What an encrypted file leaves behind", .blocking)
  struct SealedWriteTests {
    // Stored texts, and names of the schemas, none so short that it would be found by chance. The texts of the migrations are in
    // `StepSchema`.
    private static let marks = [
      "a marked key", "a marked trick", "a marked text", "a marked long text", "too long for a cell", "number 1", "Address", "tricks",
      "step4",
    ]

    // What a process has written while it stored these texts, by the place where a text was found.
    private struct Traces {
      var calls: Set<String> = []
      var unlinked: Set<String> = []
      var files: Set<String> = []
      var isSpilling = false
    }

    private static func found(_ bytes: Data) -> [String] { marks.filter { bytes.range(of: Data($0.utf8)) != nil } }

    private static func traces(isSealed: Bool) throws -> Traces {
      // The record is not searched as a file that the process leaves behind.
      let (folder, records) = (try TemporaryFolder(), try TemporaryFolder())
      let child = try Child(["store-marked", folder.file("store"), records.file("record"), isSealed ? "sealed" : "plain"])
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
      traces.calls = Set(found(try Data(contentsOf: URL(fileURLWithPath: records.file("record")))))
      for name in try folder.names() { traces.files.formUnion(found(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))) }
      return traces
    }

    @Test("no writing call, no file and no file without a name contains what writes, copies, compaction and migrations store")
    func marks() throws {
      let sealed = try SealedWriteTests.traces(isSealed: true)
      #expect(sealed.calls == [])
      #expect(sealed.files == [])
      #expect(sealed.unlinked == [])
      #expect(!sealed.isSpilling)
      // The same search finds everything in a file that is not encrypted.
      let plain = try SealedWriteTests.traces(isSealed: false)
      #expect(plain.calls == Set(SealedWriteTests.marks))
      #expect(plain.files == Set(SealedWriteTests.marks))
      #expect(plain.isSpilling && !plain.unlinked.isEmpty)
    }
  }
#endif
