import AshlarSchema
import AshlarStore

/// The elements of a stored collection, copied in their stored form. A loop decodes one value at a time.
final class CellSource: IterationSource {
  private let cells: UnsafeMutableRawPointer
  private let text: UnsafeMutableRawPointer?
  private let number: Int

  /// - Parameter offset: The offset of the value that the loop reads, in bytes from the start of an element.
  init(_ elements: PackedElements, offset: Int = 0) {
    number = elements.count
    let width = elements.element.width
    cells = .allocate(byteCount: max(1, number * width), alignment: 16)
    text = number == 0 ? nil : elements.copy(to: cells)
    super.init()
    held = .cells
    memory = cells + offset
    stride = width
  }

  deinit {
    cells.deallocate()
    text?.deallocate()
  }

  override var count: Int { number }
}

/// Swift values, copied into a separate allocation.
final class ValueSource<Value>: IterationSource {
  private let values: UnsafeMutableBufferPointer<Value>

  init(_ elements: [Value]) {
    values = .allocate(capacity: elements.count)
    _ = values.initialize(from: elements)
    super.init()
    held = .values
    memory = UnsafeMutableRawPointer(values.baseAddress)
    stride = MemoryLayout<Value>.stride
  }

  deinit {
    values.deinitialize()
    values.deallocate()
  }

  override var count: Int { values.count }
}
