import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("What others changed", .blocking)
struct ChangeLogTests {
  @Test("the log lists the clusters changed between two versions, or is incomplete")
  func ranges() {
    var log = ChangeLog()
    #expect(log.changes(after: 3, to: 4) == nil)
    log.append(version: 4, [1, 2])
    log.append(version: 5, [])
    log.append(version: 6, [2, 9])
    #expect(log.changes(after: 3, to: 6) == [1, 2, 2, 9])
    #expect(log.changes(after: 4, to: 6) == [2, 9])
    #expect(log.changes(after: 4, to: 5) == nil, "the log is older than the version")
    #expect(log.changes(after: 2, to: 6) == nil)
    #expect(log.changes(after: 6, to: 7) == nil)
    #expect(log.changes(after: 6, to: 6) == nil)
    log.append(version: 8, [3])
    #expect(log.changes(after: 5, to: 8) == nil, "a version in between has no record")
    log.append(version: 9, Array(0..<UInt64(ChangeLog.longestRecord + 1)))
    #expect(log.changes(after: 8, to: 9) == nil, "too many to be listed")
    log.append(version: 10, Array(0..<UInt64(ChangeLog.longestRecord)))
    #expect(log.changes(after: 9, to: 10)?.count == ChangeLog.longestRecord)
    #expect(ChangeLog(log.words) == log)
  }

  @Test("it never grows beyond its limit, and keeps the newest")
  func trimming() {
    var random = SeededGenerator(seed: 4)
    var log = ChangeLog()
    var last: [UInt64] = []
    for version in UInt64(1)..<500 {
      last = (0..<Int.random(in: 0...ChangeLog.longestRecord, using: &random)).map { _ in random.next() >> 8 }
      log.append(version: version, last)
      #expect(log.words.count <= ChangeLog.limit)
      #expect(log.changes(after: version - 1, to: version) == last)
      #expect(ChangeLog(log.words) == log)
    }
    #expect(ChangeLog(Array(log.words.dropLast())) == nil)
    #expect(ChangeLog([2 << 8, 1 << 8]) == nil)
    #expect(ChangeLog((1...UInt64(ChangeLog.limit + 1)).map { $0 << 8 }) == nil)
  }

  @Test("a session that advances reads only changed clusters again")
  func directories() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let writer = try SampleStore(path: path)
    let token = SampleSchema.token
    func id(_ number: Int) -> CellValue { .bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]) }
    try writer.session.beginWrite()
    for number in 0..<256 * 6 { try writer.insert(token, [id(number), .int(0)]) }
    try writer.session.commitWrite(sync: false)
    let reader = try SampleStore(path: path)
    func known() -> [Bool] { (0..<6).map { reader.session.views[token].cachedCluster($0) != nil } }
    func read() throws { for number in 0..<6 { _ = try reader.session.locate(token, Int64(number * 256)) } }
    func change(_ number: Int, _ value: Int64) throws {
      try writer.session.beginWrite()
      try writer.set(token, Int64(number * 256 + 5), 1, .int(value))
      try writer.session.commitWrite(sync: false)
    }
    try read()
    try change(2, 22)
    try change(4, 44)
    #expect(try reader.session.advance())
    #expect(known() == [true, true, false, true, false, true])
    #expect(reader.value(token, try #require(try reader.session.locate(token, 2 * 256 + 5)), 1) == .int(22))
    #expect(reader.value(token, try #require(try reader.session.locate(token, 4 * 256 + 5)), 1) == .int(44))
    // Patched clusters stay as well, and change when they change.
    try change(4, 45)
    #expect(try reader.session.advance())
    #expect(known() == [true, true, true, true, false, true])
    #expect(reader.value(token, try #require(try reader.session.locate(token, 2 * 256 + 5)), 1) == .int(22))
    #expect(reader.value(token, try #require(try reader.session.locate(token, 4 * 256 + 5)), 1) == .int(45))
    // More commits than the log holds.
    for round in 0..<60 { try change(round % 3, Int64(round)) }
    try read()
    #expect(try reader.session.advance())
    #expect(known() == [Bool](repeating: false, count: 6))
    #expect(try reader.rows(token) == writer.rows(token))
    // A new cluster, where there was none.
    #expect(try reader.session.locate(token, 256 * 6) == nil)
    try writer.session.beginWrite()
    try writer.insert(token, [id(256 * 6), .int(7)])
    try writer.session.commitWrite(sync: false)
    #expect(try reader.session.advance())
    #expect(try reader.session.locate(token, 256 * 6) != nil)
    #expect(try reader.rows(token) == writer.rows(token))
  }

  @Test("sessions that take turns in writing agree with each other and with a fresh one", arguments: [1, 2, 3] as [UInt64])
  func turns(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let stores = try (0..<3).map { _ in try SampleStore(path: path) }
    try stores[0].fill(&random, people: 150)
    var nextId: Int64 = 1000
    for round in 0..<60 {
      let store = try #require(stores.randomElement(using: &random))
      try store.session.beginWrite()
      let people = try store.session.liveKeys(SampleSchema.person)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let key = people.randomElement(using: &random) else { break }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try store.session.delete(SampleSchema.person, key)
        case 1:
          nextId += 1
          try store.insert(SampleSchema.person, random.person(nextId, people: [], address: nil))
        case 2: try store.set(SampleSchema.person, key, 13, random.tags())
        case 3: try store.set(SampleSchema.person, key, 2, random.text())
        default: try store.set(SampleSchema.person, key, 1, .int(Int64(round)))
        }
      }
      if random.once(in: 5) { store.session.cancelWrite() } else { try store.session.commitWrite(sync: false) }
      let other = try #require(stores.randomElement(using: &random))
      try other.session.advance()
      let expected = try SampleStore(path: path).digest()
      #expect(try other.digest() == expected, "seed \(seed), round \(round)")
      #expect(try other.contradictions() == [], "seed \(seed), round \(round)")
    }
    try StructureWalk.check(path)
  }
}
