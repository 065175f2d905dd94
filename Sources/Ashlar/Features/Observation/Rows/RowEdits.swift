/// The edits that turn a sequence of rows or values into another one. Deletions and modifications are positions in the old sequence,
/// insertions are positions in the new one; all are ascending, and deletions and modifications are disjoint.
struct RowEdits: Equatable, ContentsEdits {
  var deletions: [Int] = []
  var insertions: [Int] = []
  var modifications: [Int] = []

  var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }

  /// Returns the edits that delete `count` rows.
  static func removal(of count: Int) -> RowEdits { RowEdits(deletions: Array(0..<count)) }
}

extension RowEdits {
  /// - Parameters:
  ///   - isAscending: Whether both sequences are strictly ascending, as rows in the order of their table are.
  ///   - mayMove: Whether a row's position relative to the other rows may have changed. Rows for which `mayMove` is false keep their
  ///     relative order, and are neither deleted nor inserted; if the sequences contradict that, `mayMove` is ignored.
  ///   - isModified: Whether a row that stays is reported as modified.
  init(from old: [Int64], to new: [Int64], isAscending: Bool, mayMove: (Int64) -> Bool, isModified: (Int64) -> Bool) {
    if !isAscending {
      self.init(from: old, to: new, mayMove: mayMove, isModified: isModified)
      return
    }
    self.init()
    let stays = RowEdits.matches(ascending: old, new)
    fill(old.count, new.count, stays)
    modifications = stays.compactMap { isModified(old[$0.old]) ? $0.old : nil }
  }

  /// Creates the edits of some rows of a sequence, whose other rows keep their order.
  /// - Parameters:
  ///   - old: The former positions of those rows that existed, in ascending order.
  ///   - new: The current positions of those rows that exist now, in ascending order.
  init(from old: [(index: Int, key: Int64)], to new: [(index: Int, key: Int64)], isModified: (Int64) -> Bool) {
    self.init()
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.key, (index: $1.index, before: $1.index - $0)) })
    var candidates: [(old: Int, new: Int)] = []
    // A row can stay only if as many of the other rows precede it as before.
    for (offset, row) in new.enumerated() {
      if let place = places[row.key], place.before == row.index - offset { candidates.append((place.index, row.index)) }
    }
    let stays = RowEdits.longestAscending(candidates[...], above: -1, below: .max)
    let (stayingOld, stayingNew) = (Set(stays.map(\.old)), Set(stays.map(\.new)))
    deletions = old.map(\.index).filter { !stayingOld.contains($0) }
    insertions = new.map(\.index).filter { !stayingNew.contains($0) }
    modifications = old.filter { stayingOld.contains($0.index) && isModified($0.key) }.map(\.index)
  }

  init<Row: Hashable>(from old: [Row], to new: [Row], mayMove: (Row) -> Bool, isModified: (Row) -> Bool) {
    self.init()
    let stays = RowEdits.matches(old, new, mayMove: mayMove)
    fill(old.count, new.count, stays)
    modifications = stays.compactMap { isModified(old[$0.old]) ? $0.old : nil }
  }

  mutating func fill(_ oldCount: Int, _ newCount: Int, _ stays: [(old: Int, new: Int)]) {
    var (i, j) = (0, 0)
    for match in stays {
      while i < match.old {
        deletions.append(i)
        i += 1
      }
      while j < match.new {
        insertions.append(j)
        j += 1
      }
      (i, j) = (match.old + 1, match.new + 1)
    }
    if i < oldCount { deletions += i..<oldCount }
    if j < newCount { insertions += j..<newCount }
  }

  /// Removes pairs of a deletion and an insertion in the same gap between elements that stay, except pairs with an element that was moved.
  /// Returns the old positions of the replaced elements, in ascending order.
  /// - Parameter bounds: Ascending positions that separate the gaps.
  mutating func takePairs<Element: Hashable>(
    _ old: (Int) -> Element, _ new: (Int) -> Element, _ bounds: [(old: Int, new: Int)]
  ) -> [Int] {
    let removed = Set(deletions.map(old))
    let added = Set(insertions.map(new))
    var replaced: [Int] = []
    var (goneLeft, comeLeft): ([Int], [Int]) = ([], [])
    var (d, i) = (0, 0)
    for match in bounds {
      var (gone, come): ([Int], [Int]) = ([], [])
      while d < deletions.count, deletions[d] < match.old {
        gone.append(deletions[d])
        d += 1
      }
      while i < insertions.count, insertions[i] < match.new {
        come.append(insertions[i])
        i += 1
      }
      let pairs = min(gone.count, come.count)
      for pair in 0..<pairs {
        if added.contains(old(gone[pair])) || removed.contains(new(come[pair])) {
          goneLeft.append(gone[pair])
          comeLeft.append(come[pair])
        } else {
          replaced.append(gone[pair])
        }
      }
      goneLeft += gone[pairs...]
      comeLeft += come[pairs...]
    }
    (deletions, insertions) = (goneLeft, comeLeft)
    return replaced
  }
}
