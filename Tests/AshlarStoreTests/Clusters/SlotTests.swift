import Testing

@testable import AshlarStore

@Suite("Slots")
struct SlotTests {
  @Test("bytes up to 15 are inline, and the last byte tells how many", arguments: [0, 1, 3, 4, 7, 8, 9, 14, 15])
  func inline(_ count: Int) {
    let bytes = (0..<count).map { UInt8($0 + 1) }
    let cell = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
    defer { cell.deallocate() }
    bytes.withUnsafeBytes { Slot(inline: $0).store(at: cell) }
    let stored = (0..<16).map { (cell + $0).load(as: UInt8.self) }
    #expect(stored == bytes + [UInt8](repeating: 0, count: 15 - count) + [UInt8(count)])
    #expect(Slot(at: cell).tag == UInt64(count))
    #expect(Array(Slot.bytesNearby(at: cell, in: cell)) == bytes)
  }

  @Test("a slot of the heap keeps a prefix, a length and an offset, little-endian")
  func heap() {
    let slot = Slot(heapOffset: 0x0102_0304, count: 0x0506_0708, prefix: 0x0A0B_0C0D)
    #expect(slot.low == 0x0506_0708_0A0B_0C0D)
    #expect(slot.high == 0x8000_0000_0102_0304)
    #expect(slot.heapOffset == 0x0102_0304)
    #expect(slot.outlineCount == 0x0506_0708)
  }

  @Test("null and the empty value are told apart")
  func null() {
    #expect(Slot.null.isNull)
    #expect(!Slot.empty.isNull)
    #expect(Slot.empty == Slot(inline: UnsafeRawBufferPointer(start: nil, count: 0)))
    #expect(Slot.null.high == 0xFF << 56)
  }

  @Test("memory of the arena never moves and is 8-byte aligned")
  func arena() {
    let arena = Arena(TransactionMemory(path: nil))
    var places: [(UnsafeMutableRawPointer, Int, UInt8)] = []
    for index in 0..<2000 {
      let count = [1, 15, 16, 100, 4095, 5000][index % 6]
      let place = arena.allocate(count)
      #expect(UInt(bitPattern: place) & 7 == 0)
      place.initializeMemory(as: UInt8.self, repeating: UInt8(index & 0xFF), count: count)
      places.append((place, count, UInt8(index & 0xFF)))
    }
    for (place, count, byte) in places {
      #expect(UnsafeRawBufferPointer(start: place, count: count).allSatisfy { $0 == byte })
    }
  }
}
