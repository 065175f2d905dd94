import AshlarStore
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@Suite("Damaged files, opened in other processes", .blocking, .serialized)
struct DamageTests {
  private static func database(_ folder: TemporaryFolder, _ random: inout SeededGenerator) throws -> [UInt8] {
    let path = folder.file("whole")
    do {
      let store = try SampleStore(path: path)
      for _ in 0..<2 { try store.fill(&random, people: 40) }
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.person) where random.once(in: 6) {
        try store.session.delete(SampleSchema.person, key)
      }
      try store.session.commitWrite(sync: true)
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What reading a damaged file came to.
  private struct Tally: CustomStringConvertible {
    var same = 0
    var different: [String] = []
    var contradictions = 0
    var errors = 0
    var lateErrors = 0
    var deaths: [String] = []

    var description: String {
      "\(same) the same, \(errors) refused, \(lateErrors) refused in a write, \(contradictions) different with contradictions, "
        + "\(different.count) silently different, \(deaths.count) deaths"
    }
  }

  // Opens each variant of the file in a child that goes on until it dies.
  private static func run(
    _ count: Int, _ folder: TemporaryFolder, digest: String, _ variant: (Int) throws -> (name: String, bytes: [UInt8])
  )
    throws -> Tally
  {
    var tally = Tally()
    var child = try Child(["read"])
    let path = folder.file("damaged")
    for number in 0..<count {
      let (name, bytes) = try variant(number)
      for suffix in ["", "-lock", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      child.send(path)
      guard let answer = child.line() else {
        let ending = child.killNow()
        tally.deaths.append("\(name): \(ending)")
        child = try Child(["read"])
        continue
      }
      let words = answer.split(separator: " ")
      switch words.first {
      case "error":
        tally.errors += 1
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes), "\(name) was changed")
      case "late": tally.lateErrors += 1
      case "contradiction": tally.contradictions += 1
      default: if answer == digest { tally.same += 1 } else { tally.different.append(name) }
      }
    }
    return tally
  }

  private static func digest(_ folder: TemporaryFolder) throws -> String {
    "digest \(try SampleStore(path: folder.file("whole")).digest())"
  }

  @Test("a file that is cut off anywhere is refused or intact, and no process crashes")
  func truncations() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = try DamageTests.database(folder, &random)
    let digest = try DamageTests.digest(folder)
    let boundaries = Array(stride(from: 0, through: bytes.count, by: 4096))
    let count = max(rounds(.cuts), boundaries.count)
    let tally = try DamageTests.run(count, folder, digest: digest) { number in
      let length = number < boundaries.count ? boundaries[number] : Int.random(in: 0..<bytes.count, using: &random)
      return ("cut at \(length)", Array(bytes[..<length]))
    }
    print("truncations: seed \(seed), \(bytes.count) bytes, \(tally)")
    #expect(tally.deaths == [], "seed \(seed)")
    // An empty file is a new database.
    let allSame = tally.different.allSatisfy { $0 == "cut at 0" }
    #expect(allSame && tally.contradictions == 0 && tally.lateErrors == 0, "seed \(seed): \(tally.different)")
  }

  @Test("one flipped bit anywhere never ends a process, and what was read is what was stored or an error")
  func bitFlips() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = try DamageTests.database(folder, &random)
    let digest = try DamageTests.digest(folder)
    let tally = try DamageTests.run(rounds(.flips), folder, digest: digest) { number in
      var damaged = bytes
      // A third each: anywhere; in the first 64 bytes of a page; where bytes are not zero.
      var place = Int.random(in: 0..<bytes.count, using: &random)
      if number % 3 == 1 { place = place & ~4095 + Int.random(in: 0..<64, using: &random) }
      if number % 3 == 2 { while bytes[place] == 0 { place = Int.random(in: 0..<bytes.count, using: &random) } }
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      damaged[place] ^= bit
      return ("bit \(bit) of byte \(place)", damaged)
    }
    print("bit flips: seed \(seed), \(bytes.count) bytes, \(tally)")
    #expect(tally.deaths == [], "seed \(seed)")
    #expect(tally.different == [] && tally.contradictions == 0, "seed \(seed)")
  }

  @Test("pages of zeros, of noise and of other pages never end a process")
  func pages() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = try DamageTests.database(folder, &random)
    let digest = try DamageTests.digest(folder)
    let pages = bytes.count / 4096
    let tally = try DamageTests.run(rounds(.exchanges), folder, digest: digest) { number in
      var damaged = bytes
      let page = Int.random(in: 0..<pages, using: &random)
      let place = page * 4096..<page * 4096 + 4096
      var kind = ["zeros", "noise", "another page", "a stretch of noise"][number % 4]
      switch number % 4 {
      case 0: damaged.replaceSubrange(place, with: repeatElement(0, count: 4096))
      case 1: damaged.replaceSubrange(place, with: (0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &random) })
      case 2:
        let other = Int.random(in: 0..<pages, using: &random)
        damaged.replaceSubrange(place, with: bytes[other * 4096..<other * 4096 + 4096])
        kind = "page \(other)"
      default:
        let start = Int.random(in: place, using: &random)
        for index in start..<min(start + 24, bytes.count) { damaged[index] = UInt8.random(in: .min ... .max, using: &random) }
      }
      return ("\(kind) at page \(page)", damaged)
    }
    print("pages: seed \(seed), \(pages) pages, \(tally)")
    #expect(tally.deaths == [], "seed \(seed)")
    // A header page that names a wrong version may lead to the version before, as a whole: LMDB's have no checksums.
    let isOfHeader = { (name: String) in name.hasSuffix(" at page 0") || name.hasSuffix(" at page 1") }
    #expect(tally.different.allSatisfy(isOfHeader) && tally.contradictions == 0, "seed \(seed): \(tally.different)")
  }
}
