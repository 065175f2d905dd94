import AshlarStore
import StoreFixtures
import TestSupport

/// Fills a file up to a size.
func fill(path: String, megabytes: UInt64) throws {
  var random = SeededGenerator(seed: 1)
  let store = try SampleStore(path: path)
  var info = stat()
  repeat {
    try store.fill(&random, people: 2000)
    stat(path, &info)
  } while UInt64(info.st_size) < megabytes << 20
}

/// Fills a file with rows that take more room in the key index than in clusters: the walk's worst case.
func fillTokens(path: String, megabytes: UInt64) throws {
  var random = SeededGenerator(seed: 1)
  let store = try SampleStore(path: path)
  var info = stat()
  repeat {
    try store.session.beginWrite()
    for _ in 0..<50_000 {
      try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in UInt8.random(in: .min ... .max, using: &random) }), .int(1)])
    }
    try store.session.commitWrite(sync: false)
    stat(path, &info)
  } while UInt64(info.st_size) < megabytes << 20
}

/// Says how long the walk over a file takes, and the first look at each cluster of a table.
func measureWalk(path: String) throws {
  var best = Duration.seconds(100)
  for _ in 0..<5 { best = min(best, try ContinuousClock().measure { try StructureWalk.check(path) }) }
  say("walk \(best)")
  let first = try SampleStore(path: path)
  for (name, table) in SampleSchema.ordinals.sorted(by: { $0.value < $1.value }) {
    let clusters = first.session.clusterCount(table)
    guard clusters > 0 else { continue }
    var fastest = Duration.seconds(100)
    var again = fastest
    for _ in 0..<10 {
      let store = try SampleStore(path: path)
      let look = { try store.session.forEachCluster(table) { _, _ in } }
      fastest = min(fastest, try ContinuousClock().measure(look))
      // A version by somebody else makes the session look again.
      let engine = store.session.engine
      try engine.commit(sync: false) { writer in try [1].withUnsafeBytes { try writer.put(.meta, $0, $0) } }
      try store.session.advance()
      again = min(again, try ContinuousClock().measure(look))
    }
    say("\(name): \(clusters) clusters, \(fastest / clusters) each, \(again / clusters) in a later version")
  }
}
