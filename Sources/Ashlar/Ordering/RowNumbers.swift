/// A number for each of some keys: in an array as long as keys are close together, else in a dictionary.
struct RowNumbers {
  // 0 for none, else the number and 1.
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private let denseLimit: Int64

  /// - Parameter count: how many keys there are about to be.
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
