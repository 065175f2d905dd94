extension LiveClusters {
  func _checkInvariants() {
    var live: [Int] = []
    for number in 0..<capacity {
      let isSet = bits[0][number >> 6] >> UInt64(number & 63) & 1 != 0
      if isSet { live.append(number) }
      if let counts { precondition(isSet == (counts[number] > 0), "a cluster's bit must say whether it has rows") }
    }
    precondition(listed == nil || listed == live, "the list must be that of the bits")
    for level in 1..<max(1, bits.count) {
      for word in 0..<LiveClusters.words(level - 1, capacity) {
        let isSet = bits[level][word >> 6] >> UInt64(word & 63) & 1 != 0
        precondition(isSet == (bits[level - 1][word] != 0), "a bit must say whether the word below is 0")
      }
    }
    precondition(LiveClusters.words(bits.count - 1, capacity) == 1, "the highest level must be one word")
    guard let counts else {
      precondition(sums.isEmpty, "without counts there must be no sums")
      return
    }
    for level in sums.indices {
      var below = [Int](repeating: 0, count: LiveClusters.words(level, capacity))
      if level == 0 {
        for number in 0..<capacity { below[number >> 6] += Int(counts[number]) }
      } else {
        for place in 0..<LiveClusters.words(level - 1, capacity) { below[place >> 6] += sums[level - 1][place] }
      }
      for place in below.indices { precondition(sums[level][place] == below[place], "a sum must be that of what is below") }
    }
    precondition(LiveClusters.words(sums.count - 1, capacity) <= 64, "the highest level must be one node")
  }
}
