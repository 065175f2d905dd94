import AshlarStore
public import TestSupport

private let letters: [UInt8] = Array("abcdefghijklmnopqrstuvwxyz".utf8)
private let anyByte: [UInt8] = Array(0...255)

extension SeededGenerator {
  /// Text whose length is often on one of the two sides of a limit.
  public mutating func text() -> CellValue {
    let length = [0, 1, 3, 4, 14, 15, 16, 17, 40, 255, 256, 257, 512, 513, 900, 3000].randomElement(using: &self) ?? 0
    return .bytes(bytes(length, of: letters))
  }

  private mutating func bytes(_ count: Int) -> CellValue { .bytes(bytes(count, of: anyByte)) }

  /// The values of a person; links go to `people` and `addresses`.
  public mutating func person(_ id: Int64, people: [Int64], address: Int64?) -> [CellValue] {
    [
      .int(id), .int(Int64.random(in: -9...9, using: &self)), text(), once(in: 3) ? .null : text(), text(), once(in: 2) ? .null : bytes(1),
      bytes(4), once(in: 2) ? .null : bytes(12), bytes(16), link(people), address.map { .link($0) } ?? .null, friends(people), marks(),
      tags(),
    ]
  }

  /// A link to one of `people`, or null.
  public mutating func link(_ people: [Int64]) -> CellValue {
    once(in: 3) ? .null : people.randomElement(using: &self).map { .link($0) } ?? .null
  }

  /// A list of links; the same one may be in it twice.
  public mutating func friends(_ people: [Int64]) -> CellValue {
    let count = [0, 0, 1, 2, 3, 20].randomElement(using: &self) ?? 0
    return .list((0..<count).compactMap { _ in people.randomElement(using: &self).map { .link($0) } })
  }

  /// A list of integers.
  public mutating func marks() -> CellValue {
    let count = [0, 1, 2, 3, 50].randomElement(using: &self) ?? 0
    return .list((0..<count).map { _ in .int(Int64.random(in: .min ... .max, using: &self)) })
  }

  /// A list of texts.
  public mutating func tags() -> CellValue {
    let count = [0, 0, 1, 2, 9].randomElement(using: &self) ?? 0
    return .list((0..<count).map { _ in text() })
  }

  /// The values of a wide row.
  public mutating func wide() -> [CellValue] { (10..<22).map { $0 % 2 == 0 && once(in: 3) ? .null : text() } }
}

extension SampleStore {
  /// Writes rows of every kind in one transaction.
  public func fill(_ random: inout SeededGenerator, people: Int, sync: Bool = false) throws {
    try session.beginWrite()
    var keys = try session.liveKeys(SampleSchema.person)
    let first = Int64(keys.count)
    for index in 0..<people {
      let address: Int64? = random.once(in: 2) ? try insert(SampleSchema.address, [random.text(), .bytes([1, 2])]) : nil
      keys.append(try insert(SampleSchema.person, random.person(first + Int64(index), people: keys, address: address)))
      if random.once(in: 3) {
        let name = CellValue.text("dog \(first + Int64(index)) of a person with a long name")
        try insert(SampleSchema.dog, [name, random.link(keys), random.tags()])
      }
      if random.once(in: 3) { try insert(SampleSchema.wide, random.wide()) }
    }
    try session.commitWrite(sync: sync)
  }
}
