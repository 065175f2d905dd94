/// The layout of a checkpoint file: two slots, of which the valid one with the higher number is current. The next checkpoint overwrites the
/// other slot in place, so a loss of power leaves at least one valid slot.
///
/// A file of format 1 is a single checkpoint.
enum CheckpointSlots {
  static let size = 8192
  /// The offsets of the slots, which are in different sectors of the disk.
  static let offsets = [0, 4096]

  /// Returns the content of a file with a checkpoint in the first slot.
  static func file(_ checkpoint: Checkpoint) -> [UInt8] {
    let bytes = checkpoint.encoded
    return bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  /// Returns the current checkpoint. Throws `StoreError.checkpoint` if the size is wrong, no slot is valid, or a slot has a newer format.
  /// - Parameter path: The path of the database, for errors.
  static func newest(in bytes: [UInt8], path: String) throws(StoreError) -> Checkpoint {
    if isFirstFormat(bytes) { return try Checkpoint(bytes, path: path) }
    guard bytes.count == size else {
      _ = try Checkpoint.format(bytes, path: path)
      throw .checkpoint(path: path, .damaged("it has \(bytes.count) bytes instead of \(size)"))
    }
    let found = offsets.map { offset in
      Result { () throws(StoreError) in try Checkpoint(Array(bytes[offset..<offset + Checkpoint.size]), path: path) }
    }
    // A slot of a newer format may be the current one.
    for slot in found { if case .failure(.checkpoint(_, .newerFormat)) = slot { _ = try slot.get() } }
    let valid = found.compactMap { try? $0.get() }
    guard let newest = valid.max(by: { $0.number < $1.number }) else { return try found[0].get() }
    return newest
  }

  private static func isFirstFormat(_ bytes: [UInt8]) -> Bool { (try? Checkpoint.format(bytes, path: "")) == 1 && bytes.count < size }
}
