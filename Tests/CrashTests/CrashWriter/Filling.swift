import AshlarStore
import FaultShim
import StoreFixtures

/// Fills a small file system that only this process sees until a commit throws, and says what then goes and what does not.
func fillDisk(folder: String) throws {
  let code = ashlar_mount_small(folder, "size=3m")
  if code != 0 { return say("impossible \(code)") }
  let ballast = folder + "/ballast"
  let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  let bytes = [UInt8](repeating: 1, count: 100_000)
  for _ in 0..<10 { _ = write(descriptor, bytes, bytes.count) }
  close(descriptor)
  let store = try SampleStore(path: folder + "/store")
  let stored = try insertUntilRefused(store)
  // Nothing at all is left.
  let rest = open(folder + "/rest", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  var size = bytes.count
  while size > 0 { if write(rest, bytes, size) <= 0 { size /= 2 } }
  close(rest)
  // Each new reader stores to a place of its own in LMDB's lock file.
  var readers: [any StorageSnapshot] = []
  for _ in 0..<600 { readers.append(try store.session.engine.snapshot(for: SnapshotHolder(.store))) }
  readers = []
  say("read")
  do {
    _ = try SampleStore(path: folder + "/second")
    say("opened")
  } catch {
    say("new \(error)")
  }
  try say("sees \(store.session.liveKeys(SampleSchema.wide).count == stored) \(store.contradictions())")
  unlink(ballast)
  unlink(folder + "/rest")
  try insert(store)
  say("goes on")
}

/// The same with a limit for the size of files, beyond which the system stops a process that does not expect it.
func fillToLimit(path: String, bytes: UInt64) throws {
  let store = try SampleStore(path: path)
  var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  // Asked for when a file is opened.
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  let limited = try SampleStore(path: path + "-limited")
  let stored = try insertUntilRefused(limited)
  try say("sees \(limited.session.liveKeys(SampleSchema.wide).count == stored) \(limited.contradictions())")
  withExtendedLifetime(store) {}
}

/// Returns how many rows are stored.
private func insertUntilRefused(_ store: SampleStore) throws -> Int {
  var stored = 0
  while true {
    do {
      try insert(store)
      stored += 20
    } catch {
      if store.session.isWriting { store.session.cancelWrite() }
      say("failed \(error)")
      return stored
    }
  }
}

private func insert(_ store: SampleStore) throws {
  try store.session.beginWrite()
  for _ in 0..<20 {
    try store.insert(SampleSchema.wide, (0..<12).map { _ in .bytes([UInt8](repeating: 65, count: 200)) })
  }
  try store.session.commitWrite(sync: false)
}
