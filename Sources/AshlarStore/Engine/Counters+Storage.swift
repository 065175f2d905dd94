// The counters are a single value in the main tree.
extension Counters {
  /// Reads the counters. Throws `StoreError.damaged` if they are missing or cannot be decoded.
  static func read(_ snapshot: any StorageSnapshot, path: String) throws(StoreError) -> Counters {
    guard let bytes = try snapshot.named(.main, name), let counters = decode(bytes) else {
      throw .damaged(path: path, detail: "its counters cannot be read")
    }
    return counters
  }

  // Runs in every commit, so it allocates nothing on the heap.
  package func write(to writer: any StorageWriter) throws(StoreError) {
    try withUnsafeTemporaryAllocation(byteCount: encodedSize, alignment: 8) { bytes throws(StoreError) in
      encode(to: bytes)
      let name = Counters.storedName
      try writer.put(.main, UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), UnsafeRawBufferPointer(bytes))
    }
  }
}
