// The sums of trees that belong to features.
extension Counters {
  /// The sum of a tree that belongs to a feature.
  struct FurtherSum: Equatable {
    var tree: UInt32
    var sum: UInt64
  }

  var hasFurtherSums: Bool { furtherTrees != 0 || !foreignSums.isEmpty }

  var furtherCount: Int { furtherTrees.nonzeroBitCount + foreignSums.count }

  /// The sums of the trees that have one, in ascending order of tree numbers.
  var furtherSums: [FurtherSum] {
    (UInt32(FileFeature.firstTree)..<UInt32(EntrySums.all)).filter { furtherTrees & 1 << $0 != 0 }.map {
      FurtherSum(tree: $0, sum: sums[Int($0)])
    } + foreignSums
  }

  /// Returns the sum of a tree that belongs to a feature; nil if the tree has none.
  func sum(ofTree tree: UInt32) -> UInt64? {
    if tree < EntrySums.all { return furtherTrees & 1 << tree != 0 ? sums[Int(tree)] : nil }
    return foreignSums.first { $0.tree == tree }?.sum
  }

  /// Returns whether a tree that belongs to a feature has a sum. An encrypted tree has none: its nodes are authenticated.
  static func hasSum(tree: UInt8) -> Bool { tree != 0 && Int(tree) != KeySpace.sealed.index }

  /// Adds the sum of a new tree, which has no entries.
  mutating func addTree(_ space: KeySpace) {
    guard space.index < EntrySums.all else { return }
    assert(space.isOfFeature && sums[space.index] == 0, "a tree that belongs to a feature begins without entries")
    furtherTrees |= 1 << UInt32(space.index)
  }

  /// Removes the sum of a tree.
  mutating func removeTree(_ space: KeySpace) {
    guard space.isOfFeature, space.index < EntrySums.all else { return }
    furtherTrees &= ~(1 << UInt32(space.index))
    sums[space.index] = 0
  }

  /// Sets the sum of a tree that belongs to a feature. Must be called in ascending order of numbers.
  mutating func setFurtherSum(_ tree: UInt32, _ sum: UInt64) {
    if tree < EntrySums.all {
      furtherTrees |= 1 << tree
      sums[Int(tree)] = sum
    } else {
      foreignSums.append(FurtherSum(tree: tree, sum: sum))
    }
  }

  /// Reads the records of further sums. Returns whether they are valid.
  mutating func readFurtherSums(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ByteReader(bytes)
    var last = UInt32(FileFeature.firstTree) - 1
    while !reader.isAtEnd {
      guard let tree = reader.integer(UInt32.self), reader.integer(UInt32.self) == 0, let sum = reader.integer(UInt64.self),
        tree > last, tree <= UInt8.max, Counters.hasSum(tree: UInt8(tree))
      else { return false }
      last = tree
      setFurtherSum(tree, sum)
    }
    return true
  }
}
