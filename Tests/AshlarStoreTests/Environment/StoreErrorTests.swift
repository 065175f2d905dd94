import CLMDB
import Foundation
import Testing

@testable import AshlarStore

@Suite("Messages of the store")
struct StoreErrorTests {
  @Test("messages for codes of the engine state what to do")
  func codes() {
    func text(_ code: Int32) -> String { LMDBCode.error(code, "a.realm", "commit").description }
    #expect(
      text(ENOSPC)
        == "'a.realm' cannot grow: the disk is full, or a quota or size limit is reached. Nothing that was committed is lost.")
    for full in [EDQUOT, EFBIG] { #expect(text(full) == text(ENOSPC)) }
    #expect(
      text(MDB_MAP_FULL)
        == "'a.realm' has outgrown the address space that this process reserved when it opened the file. Nothing that was committed is lost. Close every Realm of the file and open it again: that reserves four times its size."
    )
    #expect(text(MDB_MAP_RESIZED) == text(MDB_MAP_FULL))
    #expect(text(MDB_READERS_FULL) == "'a.realm' has 1024 readers, which is the limit. Close Realms that are no longer used.")
    #expect(text(12) == "'a.realm' cannot be mapped: the process has too little address space.")
    #expect(
      text(MDB_PANIC)
        == "'a.realm' accepts no further writes, because an earlier one failed. Nothing that was committed is lost; close every Realm of the file and open it again."
    )
    #expect(
      text(MDB_VERSION_MISMATCH)
        == "'a.realm': commit failed with code -30794: another process has the file open with another version or build of LMDB. Close the file there, or link the same LMDB."
    )
    #expect(text(5) == "'a.realm': commit failed with code 5: Input/output error.")
  }

  @Test("a file under another name, at another place or of another process is named, with what to do")
  func names() {
    #expect(
      StoreError.otherName(path: "/b", process: 7, name: "/a").description
        == "'/b' is in use by process 7 under another name, '/a'. Two names have different lock files, so both would write: open the file by the same name everywhere."
    )
    #expect(StoreError.otherName(path: "/b", process: nil, name: nil).description.contains("by another process under another name. Two"))
    #expect(
      StoreError.replacedInUse(path: "/a").description.contains("another process still has open the file that was previously at this path"))
    #expect(StoreError.stillOpen(path: "/a", before: "/a").description.contains("was deleted, renamed or replaced. Close every Realm"))
    #expect(StoreError.stillOpen(path: "/b", before: "/a").description.contains("still open in this process as '/a'"))
    #expect(StoreError.notAtItsPath(path: "/a", isMissing: true).description.contains("'/a' was deleted or renamed while it was open"))
    #expect(StoreError.notAtItsPath(path: "/a", isMissing: false).description.contains("'/a' was replaced by another file while"))
    #expect(StoreError.inUse(path: "/a").description.contains("Close every Realm of it first. The file was left as it was."))
    #expect(StoreError.inherited(path: "/a").description.contains("Open it again in the child"))
  }
}
