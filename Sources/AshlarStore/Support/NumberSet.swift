/// A set of small numbers: a bitmap up to the largest one.
struct NumberSet {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    let word = number >> 6
    return word < words.count && words[word] >> UInt64(number & 63) & 1 != 0
  }

  mutating func insert(_ number: Int) {
    assert(number >= 0, "the bitmap begins at 0")
    let word = number >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= 1 << UInt64(number & 63)
  }
}
