import Foundation

/// xorshift64; every peer starts it at the same seeds.
struct XorShift {
  static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  var state: UInt64

  init(_ state: UInt64 = seed) {
    self.state = state
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Makes the rows that the C clients make, bit by bit. Rows must be asked for in the order of their ids.
struct Generator {
  private var random: XorShift
  private let categories: [String]

  init(seed: UInt64 = XorShift.seed) {
    random = XorShift(seed)
    categories = (0..<100).map { "cat-\($0 / 10)\($0 % 10)" }
  }

  /// A row; `nanoseconds` belong to `seconds`.
  struct Row {
    var id: Int
    var count: Int
    var flag: Bool
    var score: Double
    var seconds: Int
    var nanoseconds: Int
    var name: String
    var category: String
    var note: String?

    var created: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) * 1e-9) }
  }

  /// The row with this id.
  mutating func next(_ id: Int) -> Row {
    var r = random.next()
    let count = Int(r % 10000)
    let flag = (r >> 40) & 1 == 1
    let hasNote = (r >> 41) & 1 == 1
    let category = categories[Int((r >> 44) % 100)]
    r = random.next()
    let score = Double(r >> 11) * (1000.0 / 9007199254740992.0)
    r = random.next()
    let seconds = 1_600_000_000 + Int(r % 100_000_000)
    let nanoseconds = Int((r >> 32) % 1000) * 1_000_000
    r = random.next()
    let letters = 1 + Int(r % 6)
    let name = String(unsafeUninitializedCapacity: 19) { bytes in
      Self.start(bytes, UInt8(ascii: "i"), UInt8(ascii: "t"), UInt8(ascii: "e"), UInt8(ascii: "m"), UInt8(ascii: "-"), id)
      for k in 0..<letters {
        r >>= 5
        bytes[13 + k] = UInt8(ascii: "a") + UInt8(r % 26)
      }
      return 13 + letters
    }
    guard hasNote else {
      return Row(
        id: id, count: count, flag: flag, score: score, seconds: seconds, nanoseconds: nanoseconds, name: name, category: category)
    }
    let note = String(unsafeUninitializedCapacity: 40) { bytes in
      Self.start(bytes, UInt8(ascii: "n"), UInt8(ascii: "o"), UInt8(ascii: "t"), UInt8(ascii: "e"), UInt8(ascii: " "), id)
      var length = 13
      while length < 40 {
        r = r &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        for k in 0..<9 {
          let five = UInt8(truncatingIfNeeded: r >> (12 + 5 * UInt64(k))) & 31
          bytes[length + k] = UInt8(ascii: "a") + UInt8(Int(five) * 26 / 32)
        }
        length += 9
      }
      return 40
    }
    return Row(
      id: id, count: count, flag: flag, score: score, seconds: seconds, nanoseconds: nanoseconds, name: name, category: category,
      note: note)
  }

  /// Five letters, seven digits of `id`, and the fifth letter again.
  @inline(__always)
  private static func start(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ id: Int
  ) {
    bytes[0] = a
    bytes[1] = b
    bytes[2] = c
    bytes[3] = d
    bytes[4] = e
    var rest = UInt32(truncatingIfNeeded: id)
    var k = 11
    while k >= 5 {
      bytes[k] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
      k -= 1
    }
    bytes[12] = e
  }
}

extension Generator {
  /// FNV-1a over the fields of the first rows; `generator-check.c` computes the same from the C generator.
  static func checksum(rows: Int) -> UInt64 {
    var generator = Generator()
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    func add(_ value: UInt64) { for k in 0..<8 { add(UInt8(truncatingIfNeeded: value >> UInt64(8 * k))) } }
    for id in 0..<rows {
      let row = generator.next(id)
      add(UInt64(row.id))
      add(UInt64(row.count))
      add(UInt64(row.flag ? 1 : 0))
      add(row.score.bitPattern)
      add(UInt64(row.seconds))
      add(UInt64(row.nanoseconds))
      for byte in row.name.utf8 { add(byte) }
      for byte in row.category.utf8 { add(byte) }
      for byte in (row.note ?? "-").utf8 { add(byte) }
    }
    return hash
  }
}
