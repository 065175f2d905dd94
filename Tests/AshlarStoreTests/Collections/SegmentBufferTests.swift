import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Segments of a collection in memory", .blocking)
struct SegmentBufferTests {
  private func element(_ type: ValueType, _ isOptional: Bool) throws -> ElementLayout {
    let property = PropertyModel(name: "a", type: type, collection: .list, isOptional: isOptional)
    return try #require(ColumnLayout(property, isEmbedded: false).element)
  }

  @Test("any changes leave what they leave of an array", arguments: [ValueType.bool, .int, .uuid], [false, true])
  func model(_ type: ValueType, _ isOptional: Bool) throws {
    let seed = seed()
    print("segment buffer: \(type), seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let element = try element(type, isOptional)
    let width = element.width
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    var model: [UInt8] = []
    let buffer = SegmentBuffer(UnsafeRawBufferPointer(start: nil, count: 0), element, store.session.values)
    func fill(_ place: UnsafeMutableRawPointer, _ count: Int, at index: Int) {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      for (offset, byte) in bytes.enumerated() {
        (place + offset * width).initializeMemory(as: UInt8.self, repeating: byte, count: width)
      }
      model.insert(contentsOf: bytes, at: index)
    }
    let full = buffer.full
    for step in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let index = random.once(in: 3) ? model.count : Int.random(in: 0...model.count, using: &random)
        let count = [1, 2, full / 2, full - 1, full, full + 1, full * 3 + 5].randomElement(using: &random) ?? 1
        fill(buffer.open(at: index, count), count, at: index)
      case 3:
        let index = Int.random(in: 0...model.count, using: &random)
        for offset in 0..<Int.random(in: 1...40, using: &random) { fill(buffer.open(at: index + offset, 1), 1, at: index + offset) }
      case 4...5:
        let start = Int.random(in: 0...model.count, using: &random)
        let count = min(model.count - start, [1, 3, full, full * 2].randomElement(using: &random) ?? 1)
        buffer.close(start..<start + count)
        model.removeSubrange(start..<start + count)
      case 6:
        guard !model.isEmpty else { continue }
        let some = Set((0..<Int.random(in: 1...60, using: &random)).map { _ in Int.random(in: 0..<model.count, using: &random) }).sorted()
        buffer.remove(some)
        for position in some.reversed() { model.remove(at: position) }
      default:
        if random.once(in: 3) { buffer.compact() }
        guard !model.isEmpty else { continue }
        let index = Int.random(in: 0..<model.count, using: &random)
        let byte = UInt8.random(in: .min ... .max, using: &random)
        buffer.writable(index).initializeMemory(as: UInt8.self, repeating: byte, count: width)
        model[index] = byte
      }
      buffer._checkInvariants()
      #expect(buffer.count == model.count, "step \(step)")
      for _ in 0..<20 where !model.isEmpty {
        let index = Int.random(in: 0..<model.count, using: &random)
        let cell = buffer.place(index).cell
        #expect(UnsafeRawBufferPointer(start: cell, count: width).allSatisfy { $0 == model[index] }, "step \(step)")
      }
    }
    var left: [UInt8] = []
    buffer.forEachRun { elements, _ in left += stride(from: 0, to: elements.count, by: width).map { elements[$0] } }
    #expect(left == model)
  }

  @Test("pieces of a long list fill segments, and one that grew over is halved")
  func pieces() throws {
    func pieces(_ count: Int, _ text: Int = 0) throws -> [Int] {
      let element = try text == 0 ? element(.int, false) : element(.string, false)
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count * element.width), alignment: 8)
      defer { bytes.deallocate() }
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 8)
      defer { memory.deallocate() }
      memory.initializeMemory(as: UInt8.self, repeating: 65, count: 512)
      if text > 0 { for index in 0..<count { Slot(pointer: memory, count: text).store(at: bytes.baseAddress! + index * Slot.size) } }
      var sizes: [Int] = []
      var total = 0
      SegmentCut.forEachPiece(UnsafeRawBufferPointer(rebasing: bytes[..<(count * element.width)]), element) { piece, size in
        let elements = piece.count / element.width
        #expect(size == StoredSegment.headerSize + piece.count + elements * text)
        sizes.append(elements)
        total += elements
      }
      #expect(total == count)
      return sizes
    }
    #expect(try pieces(1) == [1])
    #expect(try pieces(1015) == [1015])
    #expect(try pieces(1016) == [508, 508])
    #expect(try pieces(5000) == [1015, 1015, 1015, 1015, 940])
    #expect(try pieces(20, 400) == [10, 10])
    // Half of the bytes are 15.5 elements, and 16 elements do not fit in a segment.
    #expect(try pieces(31, 504) == [15, 15, 1])
    #expect(try pieces(100, 484) == [16, 16, 16, 16, 16, 16, 4])
  }
}
