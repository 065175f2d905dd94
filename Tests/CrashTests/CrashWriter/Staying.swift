import AshlarSchema
import AshlarStore
import StoreFixtures

/// Opens a file under a schema, and does what it is told, a word a line: the file may get another schema meanwhile.
func stay(path: String, version: UInt64) throws {
  let store = try SampleStore(path: path, step: version)
  say("open")
  while let word = readLine() {
    do {
      switch word {
      case "read":
        let hasAdvanced = try store.session.advance()
        say("\(hasAdvanced ? "advanced" : "stays") \(try readAll(store, version))")
      case "write": say("rows \(try addRow(store, version))")
      case "release": store.session.release(); say("released")
      case "resume": try store.session.resume(); say("resumed")
      default: return
      }
    } catch {
      say("refused \(error)")
    }
  }
}

/// Reads and writes until the file has another schema; then says how many rows were stored, and how many it still reads.
func stayForEver(path: String, version: UInt64) throws {
  let store = try SampleStore(path: path, step: version)
  say("open")
  var stored = store.session.count(StepSchema.row)
  while true {
    do {
      stored = try addRow(store, version)
      try store.session.advance()
    } catch {
      say("stored \(stored)")
      return say("reads \(try readAll(store, version)), \(error)")
    }
  }
}

private func addRow(_ store: SampleStore, _ version: UInt64) throws -> Int {
  try store.session.beginWrite()
  try store.insert(StepSchema.row, StepSchema.cells(Int64(store.session.count(StepSchema.row)), born: version))
  try store.session.commitWrite(sync: false)
  return store.session.count(StepSchema.row)
}

// How many rows there are, and what is wrong with them.
private func readAll(_ store: SampleStore, _ version: UInt64) throws -> String {
  let rows = try store.rows(StepSchema.row).values
  let wrong = rows.filter { cells in cells[4] != StepSchema.turn(cells[0].integer ?? -1, version) }
  return try "\(rows.count) \(wrong.isEmpty ? "" : "wrong: \(wrong)")\(store.contradictions().map { "wrong: \($0)" }.joined())"
}

/// Opens a file without one of its types, and deletes the first person when a line comes.
func deleteWithout(path: String, type: String) throws {
  var model = SampleSchema.model
  model.entities.removeAll { $0.name == type }
  let store = try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals)
  say("open")
  _ = readLine()
  do {
    try store.session.beginWrite()
    if let person = try store.session.firstKey(SampleSchema.person) { try store.session.delete(SampleSchema.person, person) }
    try store.session.commitWrite(sync: false)
    say("deleted")
  } catch {
    say("refused \(error)")
  }
}
