extension String {
  /// Returns whether this string precedes another in the order of UTF-8 bytes, which, unlike that of `<`, is the same on every system.
  package func isBefore(_ other: String) -> Bool {
    // Comparing the `utf8` views directly would be many times slower, especially without optimization.
    let result = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        let count = Swift.min(a.count, b.count)
        var index = 0
        while index < count {
          if a[index] != b[index] { return a[index] < b[index] }
          index &+= 1
        }
        return a.count < b.count
      }
    }
    return (result ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
