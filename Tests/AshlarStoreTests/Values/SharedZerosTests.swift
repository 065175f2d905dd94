import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Zeros in place of unreadable elements")
struct SharedZerosTests {
  @Test("are shared, and remain valid after a larger block is allocated")
  func blocks() {
    let zeros = SharedZeros()
    let first = zeros.bytes(8)
    #expect(zeros.bytes(1) == first)
    let large = zeros.bytes(10_000)
    #expect(zeros.bytes(8) == large)
    #expect(zeros.bytes(10_000) == large)
    #expect(UnsafeRawBufferPointer(start: first, count: 8).allSatisfy { $0 == 0 })
    #expect(UnsafeRawBufferPointer(start: large, count: 10_000).allSatisfy { $0 == 0 })
    // The next block is larger than twice the last, so that few blocks exist.
    let larger = zeros.bytes(10_001)
    #expect(zeros.bytes(20_000) == larger)
  }

  @Test("are the same memory for the elements of a collection that cannot be read")
  func elements() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let property = PropertyModel(name: "a", type: .int, collection: .list)
    let element = try #require(ColumnLayout(property, isEmbedded: false).element)
    // No value has this number.
    let slot = Slot(directory: 1_000_000, count: 5000)
    let home = SlotHome(base: SharedZeros.all.bytes(8), context: store.context)
    let elements = PackedElements(slot, count: 5000, element, home)
    // Other tests may have larger blocks allocated at the same time.
    #expect(Set((0..<5000).map { elements.place($0).cell }).count < 50)
    #expect(elements.place(4999).cell.load(as: Int64.self) == 0)
    #expect(store.session.values.failure == .damaged(path: store.session.engine.path, detail: "value 1000000 is missing"))
  }
}
