/// A map from keys to numbers: an array for keys below a limit, and a dictionary for the others.
struct RowNumbers {
  // The number plus one; 0 if absent.
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private let denseLimit: Int64

  /// - Parameter count: The expected number of keys.
  init(_ count: Int) { denseLimit = Int64(16 * count + 1_024) }

  subscript(key: Int64) -> UInt32? {
    get {
      if key >= denseLimit { return sparse[key] }
      guard key < dense.count, dense[Int(key)] != 0 else { return nil }
      return dense[Int(key)] - 1
    }
    set {
      if key >= denseLimit {
        sparse[key] = newValue
      } else {
        if key >= dense.count {
          dense += repeatElement(0, count: max(Int(key) + 1 - dense.count, min(dense.count, Int(denseLimit) - dense.count)))
        }
        dense[Int(key)] = newValue.map { $0 + 1 } ?? 0
      }
    }
  }
}
