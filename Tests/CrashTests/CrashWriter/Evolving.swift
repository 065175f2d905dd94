import AshlarSchema
import AshlarStore
import StoreFixtures
import TestSupport

/// Brings a file from version to version for ever, and writes rows in between. Says each version and how many rows there are.
func evolveForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var version = (try? FileInspection.schema(path).version) ?? 0
  say("ready \(version)")
  while true {
    version += 1
    try withStore(path, version, onCopy: random.once(in: 2)) { store in
      say("version \(version)")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        try store.session.beginWrite()
        for _ in 0..<Int.random(in: 1...100, using: &random) {
          let number = Int64(store.session.count(StepSchema.row))
          try store.insert(StepSchema.row, StepSchema.cells(number, born: version))
        }
        // Some in the middle, so that clusters of several layouts are written again.
        if store.session.count(StepSchema.row) > 10 {
          let key = Int64(Int.random(in: 0..<store.session.count(StepSchema.row), using: &random))
          try store.set(StepSchema.row, key, 0, .int(key))
        }
        try store.session.commitWrite(sync: random.once(in: 4))
        say("rows \(store.session.count(StepSchema.row))")
      }
    }
  }
}

// Nobody may read a version when the next schema comes.
private func withStore(_ path: String, _ version: UInt64, onCopy: Bool, _ body: (SampleStore) throws -> Void) throws {
  try body(try SampleStore(path: path, step: version, onCopy: onCopy))
}
