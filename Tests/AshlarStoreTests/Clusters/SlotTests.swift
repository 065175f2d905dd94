import Testing

@testable import AshlarStore

@Suite("Slots")
struct SlotTests {
  @Test("up to 11 bytes are inline, and the last byte is their number", arguments: [0, 1, 3, 4, 5, 7, 8, 9, 10, 11])
  func inline(_ count: Int) {
    let bytes = (0..<count).map { UInt8($0 + 1) }
    let cell = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 8)
    defer { cell.deallocate() }
    bytes.withUnsafeBytes { Slot(inline: $0).store(at: cell) }
    let stored = (0..<12).map { (cell + $0).load(as: UInt8.self) }
    #expect(stored == bytes + [UInt8](repeating: 0, count: 11 - count) + [UInt8(count)])
    #expect(Slot(at: cell).tag == UInt64(count))
    #expect(Array(Slot.bytesNearby(at: cell, in: cell)) == bytes)
  }

  @Test("a slot of the heap keeps a fingerprint, a length and an offset, little-endian")
  func heap() {
    let slot = Slot(heapOffset: 0x0102_0304, count: 0x06_0708, fingerprint: 0x0A0B_0C0D)
    #expect(slot.word == 0x0A0B_0C0D)
    #expect(slot.rest == 0x8006_0708_0102_0304)
    #expect(slot.heapOffset == 0x0102_0304)
    #expect(slot.outlineCount == 0x06_0708)
  }

  @Test("a slot of a value keeps a length, a number and the first byte; one of a directory no byte")
  func values() {
    let slot = Slot(value: 0x0102_0304_0506, count: 0x0708_090A, firstByte: 0x0B)
    #expect(slot.word == 0x0708_090A && slot.rest == 0x820B_0102_0304_0506)
    #expect(slot.valueNumber == 0x0102_0304_0506 && slot.outlineCount == 0x0708_090A && slot.firstByte == 0x0B)
    let directory = Slot(directory: 0x0102_0304_0506, count: 7)
    #expect(directory.word == 7 && directory.rest == 0x8300_0102_0304_0506 && directory.isSegments)
    #expect(!Slot(word: 7, rest: directory.rest | 1 << 48).isSegments)
  }

  @Test("null and the empty value differ")
  func null() {
    #expect(Slot.null.isNull)
    #expect(!Slot.empty.isNull)
    #expect(Slot.empty == Slot(inline: UnsafeRawBufferPointer(start: nil, count: 0)))
    #expect(Slot.null.rest == 0xFF << 56)
  }

  @Test("memory of the arena never moves and is 8-byte aligned")
  func arena() {
    let arena = Arena(TransactionMemory(path: nil))
    var places: [(UnsafeMutableRawPointer, Int, UInt8)] = []
    for index in 0..<2000 {
      let count = [1, 11, 12, 100, 4095, 5000][index % 6]
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
