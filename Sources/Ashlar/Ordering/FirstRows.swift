import AshlarSchema
import AshlarStore
import CAshlar

extension SortOrder {
  /// Returns the first `most` keys of the result of `sorted`. Complexity: O(n), plus sorting the first keys; all keys are sorted if `most`
  /// is about a quarter of their number or more.
  func first(_ most: Int, of keys: [Int64]) -> [Int64] {
    if keys.count / 4 <= most { return Array(sorted(keys).prefix(most)) }
    let chosen = positions(Array(keys.indices), keys, most, by: 0).sorted()
    return Array(sorted(chosen.map { keys[$0] }).prefix(most))
  }

  // Returns positions that include the first `most` rows; the result may include further rows that are equal to the last one or close to
  // it. `positions` must be in ascending order.
  private func positions(_ positions: [Int], _ keys: [Int64], _ most: Int, by index: Int) -> [Int] {
    if positions.count <= most { return positions }
    guard index < terms.count else { return Array(positions.prefix(most)) }
    let term = terms[index]
    let values = TermValues(term.path, positions.count == keys.count ? keys : positions.map { keys[$0] }, root, core)
    var chosen: [Int] = []
    for presence in term.ascending ? [TermValues.Presence.null, .value, .missing] : [.missing, .value, .null] {
      let members = values.presence.isEmpty ? Array(positions.indices) : positions.indices.filter { values.presence[$0] == presence }
      if !values.presence.isEmpty || presence == .value {
        let left = most - chosen.count
        if members.count <= left {
          chosen += members.map { positions[$0] }
        } else {
          chosen +=
            presence == .value
            ? leading(members, positions, values, keys, left, by: index)
            : self.positions(members.map { positions[$0] }, keys, left, by: index + 1)
        }
      }
      if chosen.count >= most { break }
    }
    return chosen
  }

  // Returns the positions of the members whose rank is below the `most`-th lowest rank, and of as many members with that rank as needed;
  // for text, of all members with that rank.
  private func leading(
    _ members: [Int], _ positions: [Int], _ values: TermValues, _ keys: [Int64], _ most: Int, by index: Int
  ) -> [Int] {
    let turned: UInt64 = terms[index].ascending ? 0 : ~0
    let limit = values.rank(most, among: members, turned)
    var chosen: [Int] = []
    var equal: [Int] = []
    for member in members {
      let rank = values.coarseRank(at: member) ^ turned
      if rank < limit { chosen.append(positions[member]) } else if rank == limit { equal.append(positions[member]) }
    }
    // Two strings with the same rank may still differ.
    if values.ranks == nil { return chosen + equal }
    return chosen + self.positions(equal, keys, most - chosen.count, by: index + 1)
  }
}

extension TermValues {
  /// Returns a number that sorts like the value; for values in the form of bytes, the first 8 bytes.
  @inline(__always)
  func coarseRank(at position: Int) -> UInt64 {
    if let ranks { return ranks[position] }
    guard let text = texts?[position] else { return 0 }
    if text.length >= 8 { return UInt64(bigEndian: UnsafeRawPointer(text.bytes).loadUnaligned(as: UInt64.self)) }
    var rank: UInt64 = 0
    for index in 0..<text.length { rank |= UInt64(text.bytes[index]) << UInt64(56 - 8 * index) }
    return rank
  }

  /// Returns the `most`-th lowest rank of the rows at `positions`. Candidates are collected in a buffer, which is reduced to the lowest
  /// `most` ranks when it is full.
  fileprivate func rank(_ most: Int, among positions: [Int], _ turned: UInt64) -> UInt64 {
    let capacity = 2 * max(most, 512)
    let kept = UnsafeMutablePointer<ashlar_ranked>.allocate(capacity: 2 * capacity)
    defer { kept.deallocate() }
    var count = 0
    var limit = UInt64.max
    func cut() {
      ashlar_sort_ranks(kept, kept + capacity, count)
      count = min(count, most)
      if count == most { limit = kept[most - 1].rank }
    }
    for position in positions {
      let rank = coarseRank(at: position) ^ turned
      if rank >= limit { continue }
      kept[count] = ashlar_ranked(rank: rank, key: 0)
      count += 1
      if count == capacity { cut() }
    }
    cut()
    return limit
  }
}
