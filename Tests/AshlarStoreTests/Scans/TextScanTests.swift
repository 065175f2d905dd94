import AshlarStore
import CAshlar
import Foundation
import StoreFixtures
import Testing
import TestSupport

/// A column of text cells with a heap, in which texts lie in any order, with bytes of nobody between them.
final class TextColumn {
  let count: Int
  let texts: [[UInt8]?]
  let isElsewhere: [Bool]
  let cells: UnsafeMutableRawPointer
  let heap: UnsafeMutablePointer<UInt8>
  private var copies: [UnsafeMutableRawPointer] = []

  init(_ random: inout SeededGenerator, letters: [UInt8]) {
    count = [8, 64, 128, 256].randomElement(using: &random)!
    let lengths = [0, 1, 2, 3, 10, 11, 12, 13, 14, 16, 33, 64, 65, 200, 520]
    let most = Int.random(in: 1...lengths.count, using: &random)
    func text() -> [UInt8] {
      let length = lengths[..<most].randomElement(using: &random)!
      return (0..<length).map { _ in letters.randomElement(using: &random)! }
    }
    // Kinds of cells that there are at all, so that some columns have one kind alone.
    let kinds = (0..<5).filter { _ in Bool.random(using: &random) }
    let isInOrder = Bool.random(using: &random)
    var made: [[UInt8]?] = []
    var places: [Int] = []
    for _ in 0..<count {
      made.append(random.once(in: 8) ? nil : text())
      places.append(kinds.randomElement(using: &random) ?? 0)
    }
    texts = made
    cells = .allocate(byteCount: count * Slot.size, alignment: 8)
    var used = 0
    let room = made.reduce(64) { $0 + ($1?.count ?? 0) + 40 }
    heap = .allocate(capacity: room)
    for index in 0..<room { heap[index] = letters.randomElement(using: &random)! }
    var elsewhere = [Bool](repeating: false, count: count)
    for row in isInOrder ? Array(0..<count) : (0..<count).shuffled(using: &random) {
      let cell = cells + row * Slot.size
      guard let text = made[row] else {
        // As a dead row, or null.
        (random.once(in: 2) ? Slot.null : Slot.empty).store(at: cell)
        continue
      }
      if text.count <= Slot.inlineLimit {
        text.withUnsafeBytes { Slot(inline: $0) }.store(at: cell)
      } else if places[row] == 1 {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: text.count, alignment: 1)
        copy.copyMemory(from: text, byteCount: text.count)
        copies.append(copy)
        Slot(pointer: copy, count: text.count).store(at: cell)
      } else if places[row] == 2 {
        Slot(value: UInt64(row + 1), count: text.count, firstByte: text[0]).store(at: cell)
        elsewhere[row] = true
      } else {
        used += random.once(in: 3) ? Int.random(in: 0...20, using: &random) : 0
        for (index, byte) in text.enumerated() { heap[used + index] = byte }
        Slot(heapOffset: used, count: text.count, fingerprint: ashlar_fingerprint(text, text.count)).store(at: cell)
        used += text.count
      }
    }
    isElsewhere = elsewhere
  }

  /// Texts that lie in the heap, one after the other.
  init(_ texts: [[UInt8]]) {
    count = texts.count
    self.texts = texts
    isElsewhere = [Bool](repeating: false, count: count)
    cells = .allocate(byteCount: count * Slot.size, alignment: 8)
    heap = .allocate(capacity: texts.reduce(64) { $0 + $1.count })
    var used = 0
    for (row, text) in texts.enumerated() {
      for (index, byte) in text.enumerated() { heap[used + index] = byte }
      Slot(heapOffset: used, count: text.count, fingerprint: ashlar_fingerprint(text, text.count)).store(at: cells + row * Slot.size)
      used += text.count
    }
  }

  deinit {
    cells.deallocate()
    heap.deallocate()
    for copy in copies { copy.deallocate() }
  }

  /// Null and dead rows match nothing, unless a dead row, which is empty text, is asked about.
  func matches(_ row: Int, _ operation: Int32, _ wanted: [UInt8]) -> Bool {
    if Slot(at: cells + row * Slot.size).isNull { return false }
    let text = texts[row] ?? []
    switch operation {
    case 0: return text == wanted
    case 1: return text.starts(with: wanted)
    case 2: return text.reversed().starts(with: wanted.reversed())
    default:
      return text.count >= wanted.count && (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
    }
  }
}

@Suite("Scans of text")
struct TextScanTests {
  private func wanted(_ column: TextColumn, _ random: inout SeededGenerator, letters: [UInt8]) -> [UInt8] {
    let length = [0, 1, 2, 3, 4, 7, 8, 9, 11, 12, 13, 16, 17, 33, 40, 520].randomElement(using: &random)!
    // Mostly a piece of a text that is there.
    if let text = column.texts.randomElement(using: &random) ?? nil, !random.once(in: 4) {
      let start = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return text
      case 1: return Array(text.prefix(length))
      case 2: return Array(text.suffix(length))
      default: return Array(text.dropFirst(start).prefix(length))
      }
    }
    return (0..<length).map { _ in letters.randomElement(using: &random)! }
  }

  private func scan(
    _ column: TextColumn, _ operation: Int32, _ text: [UInt8], _ rows: [UInt64], _ ahead: Int = 0, _ next: Int = 0
  ) -> (found: [UInt64], undecided: [UInt64]) {
    var found = [UInt64](repeating: 0, count: 4)
    var undecided = found
    text.withUnsafeBufferPointer { bytes in
      var wanted = ashlar_wanted_text(bytes: bytes.baseAddress, length: text.count, op: operation, fingerprint: 0)
      if text.count > Slot.inlineLimit { wanted.fingerprint = ashlar_fingerprint(text, text.count) }
      ashlar_scan_text(column.cells, column.count, column.heap, &wanted, rows, ahead, next, &found, &undecided)
    }
    return (found, undecided)
  }

  @Test("find what a comparison of each row finds", arguments: 0..<8 as Range<UInt64>)
  func definition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let letters: [UInt8] = [Array("ab".utf8), Array("abcdefgh0123".utf8), [0, 0xC3, 0xA9, 0xFF, 0x80]].randomElement(using: &random)!
      let column = TextColumn(&random, letters: letters)
      for operation in 0..<4 as Range<Int32> {
        let text = wanted(column, &random, letters: letters)
        let rows = random.rows(of: column.count)
        let (ahead, next) = (Int.random(in: -5000...5000, using: &random), Int.random(in: -5000...5000, using: &random))
        let (found, undecided) = scan(column, operation, text, rows, ahead, next)
        let wrong = (0..<column.count).filter { row in
          let bit = UInt64(1) << UInt64(row & 63)
          guard rows[row >> 6] & bit != 0 else { return false }
          let matches = column.matches(row, operation, text)
          let isFound = found[row >> 6] & bit != 0
          let isOpen = undecided[row >> 6] & bit != 0
          // Of what lies elsewhere only length and first byte are known.
          return column.isElsewhere[row] ? isFound || (matches && !isOpen) : isOpen || isFound != matches
        }
        #expect(wrong.isEmpty, "rows \(wrong) of \(column.count), operation \(operation), \(text), round \(round), seed \(seed)")
      }
    }
  }

  // So repetitive that most positions are candidates, which exhausts the budget of comparisons.
  @Test("find in repetitive bytes what a comparison at each position finds", arguments: 0..<4 as Range<UInt64>)
  func repetitive(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let period = Int.random(in: 1...30, using: &random)
      var region = (0..<Int.random(in: 1500...4000, using: &random)).map { _ in UInt8.random(in: 97...98, using: &random) }
      for index in period..<region.count { region[index] = region[index - period] }
      for _ in 0..<Int.random(in: 0...4, using: &random) { region[Int.random(in: 0..<region.count, using: &random)] ^= 3 }
      let length = Int.random(in: 17...900, using: &random)
      let start = Int.random(in: 0...region.count - length, using: &random)
      var text = Array(region[start..<start + length])
      if !random.once(in: 3) { text[Int.random(in: 8..<length - 8, using: &random)] ^= 3 }
      let isContained = region.withUnsafeBytes { region in
        text.withUnsafeBytes { text in
          (0...region.count - length).contains { memcmp(region.baseAddress! + $0, text.baseAddress!, length) == 0 }
        }
      }
      let isFound = ashlar_contains(region, region.count, text, length) != 0
      #expect(isFound == isContained, "period \(period), \(length) bytes in \(region.count), round \(round), seed \(seed)")
    }
  }

  @Test("tell texts apart that have the same length and fingerprint")
  func collisions() throws {
    var random = SeededGenerator(seed: 1)
    var known: [UInt32: [UInt8]] = [:]
    var pair: [[UInt8]] = []
    while pair.isEmpty {
      let text = Array("ab".utf8) + (0..<10).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let fingerprint = ashlar_fingerprint(text, text.count)
      #expect(fingerprint & 0xFFFF == 0x6261)
      if let other = known[fingerprint], other != text { pair = [other, text] }
      known[fingerprint] = text
      try #require(known.count < 10_000, "fingerprints are to be found twice among so many")
    }
    let column = TextColumn(Array(repeating: pair, count: 32).flatMap(\.self))
    for (index, text) in pair.enumerated() {
      let found = scan(column, 0, text, [.max, .max, .max, .max]).found
      #expect((0..<column.count).allSatisfy { (found[$0 >> 6] >> UInt64($0 & 63) & 1 == 1) == ($0 % 2 == index) })
    }
  }

  @Test("find the slots that have the same bytes, wherever a column begins", arguments: 0..<4 as Range<UInt64>)
  func slots(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let room = UnsafeMutableRawPointer.allocate(byteCount: 256 * Slot.size + 64, alignment: 64)
    let pattern = UnsafeMutableRawPointer.allocate(byteCount: 16 * Slot.size, alignment: 64)
    defer {
      room.deallocate()
      pattern.deallocate()
    }
    for place in 0..<64 {
      let count = [8, 64, 128, 256].randomElement(using: &random)!
      let cells = room + place
      // Slots that differ in one bit of one word, that are like others shifted by a word, and all alike.
      let words: [UInt32] = (0..<3).map { _ in UInt32.random(in: 0...3, using: &random) }
      let isUniform = random.once(in: 6)
      for word in 0..<count * 3 {
        let value = isUniform || random.once(in: 2) ? words[word % 3] : words[word % 3] ^ 1 << UInt32.random(in: 0..<32, using: &random)
        cells.storeBytes(of: random.once(in: 9) ? words[(word + 1) % 3] : value, toByteOffset: word * 4, as: UInt32.self)
      }
      for word in 0..<48 { pattern.storeBytes(of: words[word % 3], toByteOffset: word * 4, as: UInt32.self) }
      let rows = random.rows(of: count)
      var found = [UInt64](repeating: .max, count: 4)
      ashlar_scan_slots(cells, count, pattern, rows, Int.random(in: -5000...5000, using: &random), &found)
      let wrong = (0..<count).filter { row in
        let matches = (0..<3).allSatisfy { cells.loadUnaligned(fromByteOffset: (row * 3 + $0) * 4, as: UInt32.self) == words[$0] }
        return rows[row >> 6] >> UInt64(row & 63) & 1 == 1 && (found[row >> 6] >> UInt64(row & 63) & 1 == 1) != matches
      }
      #expect(wrong.isEmpty, "rows \(wrong) of \(count) at \(place), seed \(seed)")
    }
  }

  @Test("scans distinguish null from text", arguments: [8, 64, 128, 256])
  func nulls(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let cells = UnsafeMutableRawPointer.allocate(byteCount: count * Slot.size, alignment: 8)
    defer { cells.deallocate() }
    let longest = Slot(word: .max, rest: 0x0B << 56 | 0xFF_FFFF)
    let kinds: [Slot] = [.null, .empty, longest, Slot(heapOffset: 7, count: 12, fingerprint: .max)]
    let slots: [Slot] = (0..<count).map { _ in kinds.randomElement(using: &random)! }
    for (row, slot) in slots.enumerated() { slot.store(at: cells + row * Slot.size) }
    var found = [UInt64](repeating: 0, count: 4)
    ashlar_scan_null_slots(cells, count, 0, &found)
    let isFound: [Bool] = (0..<count).map { (row: Int) -> Bool in found[row >> 6] >> UInt64(row & 63) & 1 == 1 }
    #expect(isFound == slots.map(\.isNull))
  }
}
