import AshlarStore
import StoreFixtures

/// Commits transactions, checks everything in the file, and writes a copy of it within a write. Says how large pages of the file and of the
/// copy are, and what contradicts what.
func workAndCopy(path: String, copy: String, seed: UInt64, count: Int64) throws {
  var contradictions: [String] = []
  do {
    let scenario = try Scenario(path: path, seed: seed)
    for _ in 0..<count { _ = try scenario.commitNext(.unsynced) { _, _ in } }
    contradictions = try scenario.store.contradictions()
    try scenario.store.session.beginWrite()
    try scenario.store.insert(SampleSchema.dog, [.text("only in the copy"), .null, .list([.text("a trick that is too long for a cell")])])
    try scenario.store.session.writeCopy(to: copy)
    scenario.store.session.cancelWrite()
  }
  let pages = try [path, copy].map { try FileInspection.read($0, checksums: true).pageSize }
  say("pages \(pages) \(contradictions)")
}
