/// Finds the name that was perhaps meant.
enum Spelling {
  /// The nearest of `candidates`, if one is near enough to be a slip of the pen. Ties go to the first in byte order.
  static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.unicodeScalars)
    guard wanted.count <= 128 else { return nil }
    var best: (name: String, distance: Int)?
    let limit = max(1, wanted.count / 3)
    for candidate in candidates where candidate != name {
      let other = Array(candidate.unicodeScalars)
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = candidate.lowercased() == name.lowercased() ? 0 : self.distance(wanted, other)
      guard distance <= limit, distance < max(wanted.count, other.count) else { continue }
      if let known = best {
        let isBetter =
          distance < known.distance || (distance == known.distance && candidate.utf8.lexicographicallyPrecedes(known.name.utf8))
        guard isBetter else { continue }
      }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// The edit distance, in which swapping two neighbours counts once. Complexity: O(a × b).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
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
