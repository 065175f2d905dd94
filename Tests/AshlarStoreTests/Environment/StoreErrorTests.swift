import CLMDB
import Testing

@testable import AshlarStore

@Suite("Messages of the store")
struct StoreErrorTests {
  @Test("codes of the engine become sentences that say what to do")
  func codes() {
    func text(_ code: Int32) -> String { LMDBCode.error(code, "a.realm", "commit").description }
    #expect(text(MDB_MAP_FULL) == "'a.realm' cannot grow: no space left. Nothing that was committed is lost.")
    #expect(text(28) == text(MDB_MAP_FULL))
    #expect(text(MDB_READERS_FULL) == "'a.realm' has 1024 readers, which is the limit. Close Realms that are no longer used.")
    #expect(text(12) == "'a.realm' cannot be mapped: the process has too little address space.")
    #expect(
      text(MDB_PANIC)
        == "'a.realm' takes no more writes since one failed. Nothing that was committed is lost; close every Realm of the file and open it again."
    )
    #expect(text(5) == "'a.realm': commit failed with code 5: Input/output error.")
  }
}
