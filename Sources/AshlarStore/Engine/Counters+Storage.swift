// The counters are one value of the main tree.
extension Counters {
  /// Throws when the bytes cannot be right.
  static func read(_ snapshot: any StorageSnapshot, path: String) throws(StoreError) -> Counters {
    guard let bytes = try snapshot.named(.main, name), let counters = decode(bytes) else {
      throw .damaged(path: path, detail: "its counters cannot be read")
    }
    return counters
  }

  // Of every commit: nothing is allocated.
  func write(to writer: any StorageWriter) throws(StoreError) {
    try withUnsafeTemporaryAllocation(byteCount: encodedSize, alignment: 8) { bytes throws(StoreError) in
      encode(to: bytes)
      let name = Counters.storedName
      try writer.put(.main, UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), UnsafeRawBufferPointer(bytes))
    }
  }
}
