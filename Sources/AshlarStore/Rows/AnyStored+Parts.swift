extension AnyStored {
  /// Returns the kind and the identifier of an encoded list or dictionary, without decoding its elements; nil for other values.
  public static func collection(in bytes: UnsafeRawBufferPointer) -> (isList: Bool, id: UInt64)? {
    guard bytes.count >= headSize, let tag = AnyTag(rawValue: bytes[0]), tag == .list || tag == .dictionary else { return nil }
    return (tag == .list, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)))
  }

  /// Decodes one element of an encoded list. Returns nil if the bytes are not a list, if the list has no element at `index`, or if the
  /// element cannot be decoded. Complexity: O(index), without decoding the elements before it.
  public static func element(at index: Int, in bytes: UnsafeRawBufferPointer) -> AnyStored? {
    guard collection(in: bytes)?.isList == true, index >= 0,
      index < Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt32.self)))
    else { return nil }
    var position = headSize
    for number in 0...index {
      guard bytes.count - position >= 4 else { return nil }
      let size = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
      position += 4
      guard bytes.count - position >= size else { return nil }
      if number == index { return try? AnyStored(UnsafeRawBufferPointer(rebasing: bytes[position..<position + size])) }
      position += size
    }
    return nil
  }

  // The bytes before the elements of a list or the entries of a dictionary: the tag, the identifier and the count.
  private static let headSize = 13
}
