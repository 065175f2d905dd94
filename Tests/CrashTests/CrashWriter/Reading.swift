import AshlarStore
import StoreFixtures

/// For each path that comes in a line: opens the file, reads all that is in it, writes to it, reads again, and answers
/// with a line: the digest before the write, or `error` and the message.
func serveReads() {
  while let path = readLine() {
    do {
      say(try read(path))
    } catch {
      say("error \(error)".replacing("\n", with: " "))
    }
  }
}

private func read(_ path: String) throws -> String {
  let store = try SampleStore(path: path)
  let digest = try store.digest()
  let contradictions = try store.contradictions()
  // A write after damage must end as well, whichever way.
  do {
    let session = store.session
    try session.beginWrite()
    let people = try session.liveKeys(SampleSchema.person)
    for key in people.prefix(40) { try store.set(SampleSchema.person, key, 3, .text("written after the damage was done")) }
    for key in people.suffix(20) { try session.delete(SampleSchema.person, key) }
    for number in 0..<40 {
      try store.insert(SampleSchema.dog, [.text("a new dog \(number)"), .null, .list([.text("a"), .text("a much longer trick")])])
    }
    try session.commitWrite(sync: false)
    _ = try store.digest()
  } catch {
    if store.session.isWriting { store.session.cancelWrite() }
    return "late \(error)".replacing("\n", with: " ")
  }
  return contradictions.isEmpty ? "digest \(digest)" : "contradiction \(digest)"
}
