/// The shapes of objects in the outbox, oldest first. A shape is the schema under which objects were created. The shapes are stored under
/// "outbox shapes" in the `meta` space: for each schema, its number (UInt32), the size of its descriptor (UInt32), and the descriptor. The
/// integers are little-endian.
///
/// An object is stored as bytes that are decoded with its shape, so later schema changes leave queued objects unchanged.
struct OutboxShapes: Equatable {
  static let name = "outbox shapes"

  struct Shape: Equatable {
    let number: UInt32
    let descriptor: [UInt8]
  }

  private(set) var all: [Shape] = []

  init() {}

  func descriptor(_ number: UInt32) -> [UInt8]? { all.last { $0.number == number }?.descriptor }

  func number(of descriptor: [UInt8]) -> UInt32? { all.last { $0.descriptor == descriptor }?.number }

  /// Adds a descriptor and returns its number.
  /// - Parameter isEmpty: Whether the outbox is empty; if so, all other shapes are dropped.
  mutating func add(_ descriptor: [UInt8], isEmpty: Bool) -> UInt32 {
    let number = (all.last?.number ?? 0) + 1
    if isEmpty { all = [] }
    all.append(Shape(number: number, descriptor: descriptor))
    return number
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for shape in all {
      withUnsafeBytes(of: shape.number.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: UInt32(shape.descriptor.count).littleEndian) { bytes += $0 }
      bytes += shape.descriptor
    }
    return bytes
  }

  /// Returns nil if the bytes are not valid.
  init?(_ encoded: UnsafeRawBufferPointer) {
    var place = 0
    while place < encoded.count {
      guard encoded.count - place >= 8 else { return nil }
      let number = UInt32(littleEndian: encoded.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let length = Int(UInt32(littleEndian: encoded.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
      guard length <= encoded.count - place - 8, number > all.last?.number ?? 0 else { return nil }
      all.append(Shape(number: number, descriptor: Array(encoded[(place + 8)..<(place + 8 + length)])))
      place += 8 + length
    }
  }

  static func read(_ snapshot: any StorageSnapshot, path: String) throws(StoreError) -> OutboxShapes {
    guard let stored = try snapshot.named(.meta, name) else { return OutboxShapes() }
    guard let shapes = OutboxShapes(stored) else { throw .damaged(path: path, detail: "the shapes of its outbox are not valid") }
    return shapes
  }
}
