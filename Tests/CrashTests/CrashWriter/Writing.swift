import AshlarStore
import StoreFixtures

/// Commits numbered transactions and acknowledges each with a line, until it is killed. Each gives 20 people the same
/// number, and adds, changes and deletes other rows.
func writeForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let store = try SampleStore(path: path)
  let session = store.session
  var number = try store.find(SampleSchema.person, .int(0)).map { store.value(SampleSchema.person, $0, 1).integer ?? 0 } ?? 0
  say("ready \(number)")
  while true {
    number += 1
    try session.beginWrite()
    for id in 0..<Int64(20) {
      if let row = try store.find(SampleSchema.person, .int(id)) {
        try store.set(SampleSchema.person, row.key, 1, .int(number))
        if random.once(in: 4) { try store.set(SampleSchema.person, row.key, 2, random.text()) }
      } else {
        var values = random.person(id, people: [], address: nil)
        values[1] = .int(number)
        try store.insert(SampleSchema.person, values)
      }
    }
    let people = try session.liveKeys(SampleSchema.person)
    let address = try store.insert(SampleSchema.address, [random.text(), .bytes([7, 0])])
    let person = try store.insert(SampleSchema.person, random.person(1000 + number, people: people, address: address))
    try store.insert(SampleSchema.dog, [.text("dog number \(number) of the crash test"), .link(person), random.tags()])
    if people.count > 60, let gone = people.dropFirst(20).randomElement(using: &random) { try session.delete(SampleSchema.person, gone) }
    let dogs = try session.liveKeys(SampleSchema.dog)
    if dogs.count > 60, let gone = dogs.randomElement(using: &random) { try session.delete(SampleSchema.dog, gone) }
    try session.commitWrite(sync: random.once(in: 4))
    say(number)
  }
}

/// Takes the right to write, says so, and gives it back when a line comes.
func holdWriteLock(path: String) throws {
  let engine = try EnvironmentRegistry.open(path: path)
  try engine.lockForWriting()
  say("held")
  _ = readLine()
  engine.unlockForWriting()
  say("released")
  _ = readLine()
}

/// Opens a file as a user who may not, where this process may change users.
func openWithoutRights(path: String) {
  if setgid(65534) != 0 || setuid(65534) != 0 {
    say("skipped")
    return
  }
  do {
    _ = try EnvironmentRegistry.open(path: path)
    say("opened")
  } catch {
    say("\(error)")
  }
}
