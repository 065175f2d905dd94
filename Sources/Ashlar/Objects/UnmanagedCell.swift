import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The cells of unmanaged rows, which own the memory that they point to: for long strings and data a block from `malloc`, for links and
/// collections a retained object.
///
/// Invariants: a slot with the pointer tag owns its block; a link cell is 0 or the address of an object retained once; a collection cell is
/// empty or has the object tag and the address of a collection retained once; a cell of type `AnyRealmValue` is empty or has the object tag
/// and the address of a box retained once.
enum UnmanagedCell {
  static func storeBytes(_ bytes: UnsafeRawBufferPointer?, _ cell: UnsafeMutableRawPointer) {
    let old = Slot(at: cell)
    if let bytes { copy(bytes).store(at: cell) } else { Slot.null.store(at: cell) }
    if old.tag == Slot.pointerTag { free(old.address) }
  }

  static func copy(_ bytes: UnsafeRawBufferPointer) -> Slot {
    guard bytes.count > Slot.inlineLimit, let source = bytes.baseAddress else { return Slot(inline: bytes) }
    guard let block = malloc(bytes.count) else { misuse(.outOfMemory(bytes.count)) }
    block.copyMemory(from: source, byteCount: bytes.count)
    return Slot(pointer: block, count: bytes.count)
  }

  static func freeBytes(_ cell: UnsafeMutableRawPointer) {
    let slot = Slot(at: cell)
    if slot.tag == Slot.pointerTag { free(slot.address) }
  }

  static func object(_ cell: UnsafeMutableRawPointer) -> AnyObject? {
    guard let address = UnsafeMutableRawPointer(bitPattern: cell.load(as: UInt.self)) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  static func storeObject(_ object: AnyObject?, _ cell: UnsafeMutableRawPointer) {
    let old = cell.load(as: UInt.self)
    let new = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    cell.storeBytes(of: new, as: UInt.self)
    if let address = UnsafeMutableRawPointer(bitPattern: old) { PendingReleases.release(address) }
  }

  static func collection(_ cell: UnsafeMutableRawPointer) -> AnyObject? {
    let slot = Slot(at: cell)
    guard slot.tag == Slot.objectTag, let address = slot.address else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  static func storeCollection(_ collection: AnyObject, _ cell: UnsafeMutableRawPointer) {
    Slot(pointer: Unmanaged.passRetained(collection).toOpaque(), count: 0, tag: Slot.objectTag).store(at: cell)
  }

  /// Returns the `AnyRealmValue` in a cell, which refers to a retained box, or is empty for `.none`.
  static func any(_ cell: UnsafeMutableRawPointer) -> AnyRealmValue { (collection(cell) as? AnyBox)?.value ?? .none }

  static func storeAny(_ value: AnyRealmValue, _ cell: UnsafeMutableRawPointer) {
    let old = Slot(at: cell)
    if case .none = value { Slot.empty.store(at: cell) } else { storeCollection(AnyBox(value), cell) }
    if old.tag == Slot.objectTag, let address = old.address { PendingReleases.release(address) }
  }

  static func releaseCollection(_ cell: UnsafeMutableRawPointer) {
    let slot = Slot(at: cell)
    if slot.tag == Slot.objectTag, let address = slot.address { PendingReleases.release(address) }
  }
}

/// An `AnyRealmValue` that an unmanaged row owns.
final class AnyBox {
  let value: AnyRealmValue
  init(_ value: AnyRealmValue) { self.value = value }
}
