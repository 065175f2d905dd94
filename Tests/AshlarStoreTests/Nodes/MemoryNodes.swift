@testable import AshlarEncryption
@testable import AshlarStore

/// Numbered values in memory, with the lifetimes of those of a transaction: a stored value moves when another is stored.
final class MemoryNodes: NodeTarget, NodeSource {
  let path = "memory"
  private(set) var values: [UInt64: UnsafeMutableRawBufferPointer] = [:]
  // Former values, which readers of the version before may still read.
  private var former: [UnsafeMutableRawBufferPointer] = []
  /// The numbers that were stored since the last call of `commit`, in this order.
  private(set) var stored: [UInt64] = []
  private(set) var bytes = 0

  deinit {
    for value in values.values { value.deallocate() }
    for value in former { value.deallocate() }
  }

  func stored(_ number: UInt64) -> UnsafeRawBufferPointer? { values[number].map { UnsafeRawBufferPointer($0) } }

  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) {
    remove(number)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: value.count, alignment: 1)
    copy.copyMemory(from: value)
    values[number] = copy
    stored.append(number)
    bytes += value.count
  }

  func remove(_ number: UInt64) {
    guard let old = values.removeValue(forKey: number) else { return }
    bytes -= old.count
    former.append(old)
  }

  /// Ends the lifetimes of former values. Returns whether the values were stored in ascending order of their numbers.
  func commit() -> Bool {
    for old in former {
      old.initializeMemory(as: UInt8.self, repeating: 0xDD)
      old.deallocate()
    }
    former = []
    defer { stored = [] }
    return zip(stored, stored.dropFirst()).allSatisfy { $0 < $1 }
  }

  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let value = values[number] else { throw damage(number) }
    return UnsafeRawBufferPointer(value)
  }

  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer { try node(number) }
}
