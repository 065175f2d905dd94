import StoreFixtures
import TestSupport

extension SeededGenerator {
  /// Which of `count` rows a scan is to look at, as bits: all of them, or some.
  mutating func rows(of count: Int) -> [UInt64] {
    let isAll = Bool.random(using: &self)
    return (0..<4).map { word in
      let all: UInt64 = word * 64 >= count ? 0 : count < 64 ? 1 << UInt64(count) - 1 : .max
      return isAll ? all : all & some()
    }
  }

  // All of a word's rows, about half of them, about two, one, or none.
  private mutating func some() -> UInt64 {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .max
    case 1: next()
    case 2: next() & next() & next() & next() & next()
    case 3: 1 << UInt64.random(in: 0..<64, using: &self)
    default: 0
    }
  }
}
