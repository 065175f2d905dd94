import AshlarStore
import StoreFixtures
import Testing
import TestSupport
import TestTraits

#if os(Linux)
  /// LMDB gives a new file the page size of the system, but at most 32 KB.
  @Suite("Files with pages of other sizes than the system's", .blocking)
  struct PageSizeTests {
    private static let sizes = [4096, 16_384, 65_536]

    @Test("a file made under one page size is written, checked and copied under every other", arguments: sizes, sizes)
    func opening(made: Int, opened: Int) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let (first, second) = (min(made, 32_768), min(opened, 32_768))
      func work(_ size: Int, copy: String) throws -> String? {
        let child = try Child(["paged", "\(size)", "work", path, folder.file(copy), "1", "12"])
        let line = child.line()
        #expect(child.end() == .exit(0))
        return line
      }
      // A copy is a new file.
      #expect(try work(made, copy: "first") == "pages [\(first), \(first)] []")
      #expect(try work(opened, copy: "second") == "pages [\(first), \(second)] []")
      for name in ["store", "first", "second"] {
        let store = try SampleStore(path: folder.file(name))
        #expect(try store.contradictions() == [])
        #expect(try store.rows(SampleSchema.dog).values.contains { $0[0] == .text("only in the copy") } == (name != "store"))
      }
    }
  }
#endif
