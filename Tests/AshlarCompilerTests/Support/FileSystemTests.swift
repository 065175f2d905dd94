import AshlarGeneration
import Foundation
import Testing
import TestSupport

@Suite("Reading and writing files of the command")
struct FileSystemTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws {
    folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appending(path: "large"))
  }

  @Test(
    "a file that exceeds the limit is read up to one byte beyond it, so that the caller sees that it does",
    arguments: [0, 1, 64, (1 << 18) - 1, 1 << 18, 300_000, 599_999])
  func beyond(limit: Int) throws {
    #expect(try FileSystem.read(folder.file("large"), limit: limit) == Array(bytes.prefix(limit + 1)))
  }

  @Test("a file within the limit is read whole", arguments: [600_000, 600_001, Int.max - 1, Int.max])
  func within(limit: Int) throws {
    #expect(try FileSystem.read(folder.file("large"), limit: limit) == bytes)
  }

  @Test("a folder is created with its parents, and a file at its path or at that of a parent is an error")
  func folders() throws {
    try FileSystem.makeFolder(folder.file("a/b/c"))
    #expect(FileSystem.kind(of: folder.file("a/b/c")) == .folder)
    try FileSystem.makeFolder(folder.file("a/b/c"))
    for path in ["large", "large/below"] {
      let failure = #expect(throws: FileSystem.Failure.self) { try FileSystem.makeFolder(folder.file(path)) }
      #expect(failure?.path == folder.file("large"))
      #expect(failure?.reason == "it is a file, not a folder")
    }
  }

  @Test("an empty file has no bytes, whatever the limit", arguments: [0, 1, Int.max])
  func empty(limit: Int) throws {
    try folder.write("", to: "empty")
    #expect(try FileSystem.read(folder.file("empty"), limit: limit) == [])
  }

  @Test("a file is replaced, and the target of a link with the name of the temporary file is left as it was")
  func replacing() throws {
    let temporary = folder.file("out.\(ProcessInfo.processInfo.processIdentifier).tmp")
    try folder.write("mine", to: "other")
    try FileManager.default.createSymbolicLink(atPath: temporary, withDestinationPath: folder.file("other"))
    for text in ["first", "second"] {
      try FileSystem.write(Array(text.utf8), to: folder.file("out"))
      #expect(try folder.text("out") == text)
    }
    #expect(try folder.text("other") == "mine")
    #expect(try folder.names() == ["large", "other", "out"])
  }
}
