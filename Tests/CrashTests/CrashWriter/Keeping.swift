import AshlarStore
import CAshlar
import CLMDB
import StoreFixtures

/// Holds a version of a file and does what lines say. `copy` reads LMDB's lock file and closes it, as code does that copies the folder;
/// `read` says whether all that is read is what it was.
func keepVersion(path: String) throws {
  let store = try SampleStore(path: path)
  let digest = try store.digest()
  say("version \(store.session.version)")
  while let word = readLine() {
    switch word {
    case "copy": say(readLockFile(path) ? "copied" : "impossible")
    case "read":
      do {
        say(try store.digest() == digest && store.contradictions().isEmpty ? "same" : "other")
      } catch {
        say("\(error)")
      }
    default: return
    }
  }
}

/// As `keepVersion`, as a process of a release that repeats none of LMDB's locks: with the marks of
/// such a release, or without any.
func keepVersionByOlderRelease(path: String, isPaired: Bool) {
  var environment: OpaquePointer?
  var transaction: OpaquePointer?
  let data = open(path, O_RDWR | O_CLOEXEC)
  let locks = open(path + ".lock", O_RDWR | O_CLOEXEC)
  guard mdb_env_create(&environment) == 0, mdb_env_set_mapsize(environment, 1 << 36) == 0,
    mdb_env_set_maxreaders(environment, 1024) == 0,
    mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_RDONLY | MDB_NOTLS), 0o644) == 0,
    mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction) == 0,
    !isPaired || ashlar_pair_files(data, locks, path + "-lock") == 0, !isPaired || ashlar_mark_process(data, 0, getpid()) == 0
  else { return say("refused") }
  say("version \(mdb_txn_id(transaction))")
  while let word = readLine(), word == "copy" { say(readLockFile(path) ? "copied" : "impossible") }
  mdb_txn_abort(transaction)
  mdb_env_close(environment)
}

private func readLockFile(_ path: String) -> Bool {
  let descriptor = open(path + "-lock", O_RDONLY | O_CLOEXEC)
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = read(descriptor, &bytes, bytes.count)
  close(descriptor)
  return count == bytes.count
}

/// Begins LMDB's transaction of a commit, says so, and waits to be killed: LMDB's mutex then has a dead owner.
func holdTransaction(path: String) throws {
  let engine = try EnvironmentRegistry.open(path: path)
  try engine.lockForWriting()
  try engine.commit(sync: false) { _ in
    say("held")
    while true { sleep(60) }
  }
}
