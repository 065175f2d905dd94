import Testing
import TestTraits

@testable import AshlarStore

@Suite("The writer of blocks", .blocking)
struct BlockWriterTests {
  @Test("appended and replaced entries are in their places")
  func writing() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
      var block = BlockWriter(memory, "a block")
      block.append(UInt16(0x0201))
      block.append(leb128: 5)
      block.append(leb128: 300)
      block.append(zeros: 2)
      [UInt8]([9, 8]).withUnsafeBytes { block.append($0) }
      #expect(Array(block.written) == [1, 2, 5, 0xAC, 2, 0, 0, 9, 8])
      block.store(UInt16(0x0403), at: 5)
      block.replaceByte(at: 2, leb128: 128)
      #expect(Array(block.written) == [1, 2, 0x80, 1, 0xAC, 2, 3, 4, 9, 8])
      block.append(atMost: 4) { room in
        room[0] = 7
        return 1
      }
      #expect(block.size == 11 && block.written.last == 7 && block.room == 53)
      block.removeAll()
      #expect(block.written.isEmpty)
    }
  }

  @Test(
    "numbers take as many bytes as is known beforehand", arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 35, 1 << 63, .max] as [UInt64])
  func numbers(number: UInt64) {
    withUnsafeTemporaryAllocation(byteCount: 10, alignment: 8) { memory in
      var block = BlockWriter(memory, "a block")
      block.append(leb128: number)
      #expect(block.size == LEB128.size(number))
      var position = 0
      #expect(LEB128.read(block.written, &position) == number)
    }
  }

  // Writes into a block of 8 bytes, of which 4 are written.
  private static func write(_ body: (inout BlockWriter) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { memory in
      var block = BlockWriter(memory, "a block of eight bytes")
      block.append(UInt32(0))
      body(&block)
    }
  }

  private static func stops(_ result: ExitTest.Result?, _ text: String) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains("a block of eight bytes has room for 8 bytes, and \(text)")
  }

  @Test("what does not fit stops the program and names the block")
  func overflow() async {
    let number = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BlockWriterTests.write { $0.append(UInt64(1)) }
    }
    #expect(Self.stops(number, "8 bytes at offset 4 do not fit"))
    let leb128 = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BlockWriterTests.write { $0.append(leb128: 1 << 28) }
    }
    #expect(Self.stops(leb128, "5 bytes at offset 4 do not fit"))
    let bytes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BlockWriterTests.write { block in [UInt8](repeating: 1, count: 5).withUnsafeBytes { block.append($0) } }
    }
    #expect(Self.stops(bytes, "5 bytes at offset 4 do not fit"))
    let replaced = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BlockWriterTests.write { $0.store(UInt32(1), at: 1) }
    }
    #expect(Self.stops(replaced, "4 bytes at offset 1 do not fit"))
    let written = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BlockWriterTests.write { $0.append(atMost: 4) { _ in 5 } }
    }
    #expect(Self.stops(written, "5 bytes at offset 4 do not fit"))
  }
}
