import AshlarSchema
import CAshlar
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Elements of collections")
struct ElementTests {
  private func layout(_ type: ValueType, _ collection: CollectionKind, _ isOptional: Bool = false) throws -> ElementLayout {
    let property = PropertyModel(
      name: "a", type: type, collection: collection, isOptional: isOptional, target: type == .object ? "Dog" : nil)
    return try #require(ColumnLayout(property, isEmbedded: false).element)
  }

  private func links(_ bytes: UnsafeRawBufferPointer, _ element: ElementLayout) -> [Int64] {
    var found: [Int64] = []
    ElementRun(bytes, element).forEachLink { found.append($0) }
    return found
  }

  @Test("keys come first, flags last, and nothing is padded")
  func widths() throws {
    #expect(try layout(.int, .list).width == 8)
    #expect(try layout(.int, .list, true).width == 9)
    #expect(try layout(.int, .list, true).flagOffset == 8)
    #expect(try layout(.string, .set, true).width == 12)
    #expect(try layout(.bool, .map).width == 13)
    #expect(try layout(.bool, .map).valueOffset == 12)
    #expect(try layout(.uuid, .map, true).width == 29)
    #expect(try layout(.object, .map, true).width == 20)
    #expect(try layout(.string, .map).width == 24)
    #expect(try layout(.object, .list).hasSlots == false)
    #expect(try layout(.int, .map).hasSlots)
    #expect(ColumnLayout(PropertyModel(name: "a", type: .int), isEmbedded: false).element == nil)
  }

  @Test("gaps and removals at many positions compared with an array", arguments: [11 as UInt64, 12, 13])
  func gaps(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for width in [1, 8, 9, 17, 24] {
      var model: [UInt8] = []
      let buffer = ListBuffer.make(width: width, copying: UnsafeRawBufferPointer(start: nil, count: 0))
      defer { ListBuffer.destroy(buffer) }
      for step in 0..<200 {
        if Bool.random(using: &random) || model.isEmpty {
          let positions = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 0...model.count, using: &random) }.sorted()
          buffer.pointee.open(before: positions, width: width)
          for (offset, position) in positions.enumerated() {
            (buffer.pointee.elements + (position + offset) * width).initializeMemory(
              as: UInt8.self, repeating: UInt8(step & 0xFF), count: width)
            model.insert(UInt8(step & 0xFF), at: position + offset)
          }
        } else {
          let positions = Set((0..<3).map { _ in Int.random(in: 0..<model.count, using: &random) }).sorted()
          buffer.pointee.remove(positions, width: width)
          for position in positions.reversed() { model.remove(at: position) }
        }
        let stored = UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * width)
        #expect(stored.elementsEqual(model.flatMap { [UInt8](repeating: $0, count: width) }), "width \(width), seed \(seed)")
      }
    }
  }

  @Test("links to a row go from lists and sets, and become null in maps")
  func unlinking() throws {
    func unlinked(_ links: [Int64], _ element: ElementLayout) -> (found: Int, left: [Int64]) {
      var bytes: [UInt8] = []
      for link in links {
        if element.hasKey { bytes += [UInt8](repeating: 0, count: ElementLayout.keyWidth) }
        bytes += withUnsafeBytes(of: link + 1) { Array($0) }
      }
      let buffer = bytes.withUnsafeBytes { ListBuffer.make(width: element.width, copying: $0) }
      defer { ListBuffer.destroy(buffer) }
      let found = buffer.pointee.unlink(LinkTargets([7, 9]), element).count
      let left = (0..<buffer.pointee.count).map {
        (buffer.pointee.elements + $0 * element.width + element.valueOffset).loadUnaligned(as: Int64.self) - 1
      }
      return (found, left)
    }
    #expect(try unlinked([7, 1, 7, 7, 2, 7], layout(.object, .list)) == (4, [1, 2]))
    #expect(try unlinked([7], layout(.object, .set)) == (1, []))
    #expect(try unlinked([1, 7, -1, 7], layout(.object, .map, true)) == (2, [1, -1, -1, -1]))
    #expect(try unlinked([1, 2], layout(.object, .list)) == (0, [1, 2]))
  }

  @Test("the links to one row are found where an array has them, up to a limit", arguments: [31 as UInt64, 32, 33])
  func finding(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for element in try [layout(.object, .list), layout(.object, .map, true)] {
      for _ in 0..<200 {
        let links = (0..<random.below(80)).map { _ in Int64(random.below(12) - 1) }
        var bytes: [UInt8] = []
        for link in links {
          if element.hasKey { bytes += [UInt8](repeating: 0, count: ElementLayout.keyWidth) }
          bytes += withUnsafeBytes(of: link + 1) { Array($0) }
        }
        let target = Int64(random.below(12))
        let limit = [1, 2, 3, .max][random.below(4)]
        let expected = Array(links.indices.filter { links[$0] == target }.prefix(limit))
        var found: [Int] = []
        bytes.withUnsafeBytes { ElementRun($0, element).findLinks(to: target, first: 100, limit: limit, &found) }
        #expect(found == expected.map { $0 + 100 }, "seed \(seed)")
        let buffer = bytes.withUnsafeBytes { ListBuffer.make(width: element.width, copying: $0) }
        defer { ListBuffer.destroy(buffer) }
        #expect(buffer.pointee.unlink(target, limit: limit, element) == expected.count, "seed \(seed)")
        var left = links
        for index in expected.reversed() { if element.hasKey { left[index] = -1 } else { left.remove(at: index) } }
        let stored = (0..<buffer.pointee.count).map {
          (buffer.pointee.elements + $0 * element.width + element.valueOffset).loadUnaligned(as: Int64.self) - 1
        }
        #expect(stored == left, "seed \(seed)")
      }
    }
  }

  @Test("whatever the check of cells accepts refers to nothing outside the heap", arguments: [21 as UInt64, 22, 23])
  func damage(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layouts = try [
      layout(.string, .map, true), layout(.object, .map, true), layout(.int, .map, true), layout(.string, .set), layout(.object, .list),
    ]
    var (accepted, refused) = (0, 0)
    for round in 0..<4000 {
      let element = layouts[round % layouts.count]
      var heap = [UInt8](repeating: 0, count: 512)
      let count = Int.random(in: 1...5, using: &random)
      heap.withUnsafeMutableBytes { heap in
        var start = heap.baseAddress! + 8
        for index in 0..<count {
          if element.hasKey { Slot(heapOffset: 300 + index * 20, count: 20, fingerprint: 0).store(at: start) }
          switch element.value {
          case .slot: Slot(heapOffset: 400 + index * 20, count: 20, fingerprint: 0).store(at: start + element.valueOffset)
          case .link: (start + element.valueOffset).storeBytes(of: Int64(index + 1), as: Int64.self)
          case .plain: break
          }
          start += element.width
        }
      }
      var cell = [UInt8](repeating: 0, count: 12)
      cell.withUnsafeMutableBytes { Slot(heapOffset: 8, count: count * element.width, fingerprint: 0).store(at: $0.baseAddress!) }
      let raw = ashlar_element(width: element.width, has_key: element.hasKey ? 1 : 0, value: Int32(element.value.rawValue))
      #expect(ashlar_check_collections(cell, 1, heap, heap.count, raw) != 0)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<12 + count * element.width, using: &random)
        let byte = UInt8.random(in: .min ... .max, using: &random)
        if place < 12 { cell[place] = byte } else { heap[place - 4] = byte }
      }
      guard ashlar_check_collections(cell, 1, heap, heap.count, raw) != 0 else {
        refused += 1
        continue
      }
      accepted += 1
      let bytes = try elements(cell, heap)
      #expect(bytes.count % element.width == 0)
      bytes.withUnsafeBytes { bytes in
        ElementRun(bytes, element).forEachSlot { place in
          let slot = Slot(at: place)
          #expect(slot.isInline || slot.isNull || slot.heapOffset + slot.outlineCount <= heap.count)
        }
        if element.value == .link { #expect(links(bytes, element).allSatisfy { $0 >= 0 && $0 < 1 << 40 }) }
        if element.hasKey {
          #expect(stride(from: 0, to: bytes.count, by: element.width).allSatisfy { !Slot(at: bytes.baseAddress! + $0).isNull })
        }
      }
    }
    #expect(accepted > 100 && refused > 100, "seed \(seed)")
  }

  private func elements(_ cell: [UInt8], _ heap: [UInt8]) throws -> [UInt8] {
    let slot = cell.withUnsafeBytes { Slot(at: $0.baseAddress!) }
    if slot.isInline { return Array(cell.prefix(Int(slot.tag))) }
    // Segments are checked by themselves.
    if slot.tag == Slot.segmentsTag { return [] }
    #expect(slot.tag == Slot.heapTag)
    try #require(slot.heapOffset + slot.outlineCount <= heap.count)
    return Array(heap[slot.heapOffset..<slot.heapOffset + slot.outlineCount])
  }
}
