import AshlarStore
import Testing

@testable import Ashlar

/// Objects are made by the million, and values are copied from cell to cell: a field more is paid for everywhere. Who changes one of these
/// numbers says why in the commit's message.
@Suite("Sizes in memory, in bytes")
struct SizeTests {
  @Test(
    "instances have the expected sizes",
    .enabled(if: MemoryLayout<Int>.size == 8),
    arguments: [
      (ObjectBase.self as AnyClass, 80), (_ResultsCore.self, 289), (_RealmCore.self, 240),
    ] as [(AnyClass, Int)])
  func instances(type: AnyClass, bytes: Int) {
    #if !canImport(ObjectiveC)
      // The fields of the runtime's metadata of a class: kind, superclass, flags, address point, instance size.
      let size = unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 24, as: UInt32.self)
      #expect(Int(size) == bytes, "\(type)")
    #endif
  }

  @Test("values that are copied have the expected sizes")
  func values() {
    #expect(MemoryLayout<_Row>.size == 56)
    #expect(MemoryLayout<CellValue>.size == 17)
    #expect(MemoryLayout<QueryConstant>.size == 41)
    #expect(MemoryLayout<Condition>.size == 8)
    #expect(MemoryLayout<AnyRealmValue>.size == 17)
  }
}
