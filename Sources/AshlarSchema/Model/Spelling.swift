/// Suggests the intended name for a misspelled one, among candidates that are prepared once.
package struct Spelling: Sendable {
  private struct Word: Sendable {
    package var name: String
    package var lowercased: String
    package var letters: [UInt32]
    /// One bit for each letter that occurs, by its code point modulo 64. Words whose sets differ greatly have a large edit distance.
    package var set: UInt64

    package init(_ name: String) {
      self.name = name
      lowercased = name.lowercased()
      letters = name.unicodeScalars.map(\.value)
      set = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
  }

  /// The maximum length of a word for which a suggestion is made.
  private static let lengthLimit = 128

  private let words: [Word]

  package init(_ candidates: some Sequence<String>) {
    words = candidates.map(Word.init)
  }

  /// Returns the nearest of `candidates` other than `name`, if it is so near that `name` is probably a misspelling of it; otherwise nil.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    Spelling(candidates).nearest(to: name)
  }

  /// Returns the nearest candidate other than `name`, if it is so near that `name` is probably a misspelling of it; otherwise nil. If
  /// several are equally near, returns the first in byte order.
  package func nearest(to name: String) -> String? {
    let wanted = Word(name)
    guard wanted.letters.count <= Self.lengthLimit else { return nil }
    var best: (name: String, distance: Int)?
    var limit = max(1, wanted.letters.count / 3)
    for word in words where abs(word.letters.count - wanted.letters.count) <= limit && word.name != name {
      let distance: Int
      if word.lowercased == wanted.lowercased {
        distance = 0
      } else {
        // Each edit introduces at most one letter that the other word lacks.
        guard (word.set & ~wanted.set).nonzeroBitCount <= limit else { continue }
        distance = Self.distance(wanted.letters, word.letters)
      }
      guard distance <= limit, distance < max(wanted.letters.count, word.letters.count) else { continue }
      if let best, distance == best.distance, !word.name.isBefore(best.name) { continue }
      best = (word.name, distance)
      limit = distance
    }
    return best?.name
  }

  /// Returns the edit distance, in which a swap of two adjacent letters is one edit. Complexity: O(a × b).
  private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = last
    for i in 1...a.count {
      current[0] = i
      for j in 1...b.count {
        let substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        current[j] = min(substitution, last[j] + 1, current[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { current[j] = min(current[j], beforeLast[j - 2] + 1) }
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[b.count]
  }
}
