internal import AshlarInspection
internal import AshlarStore

extension Route {
  /// Opens an encrypted file with its key, which the body contains.
  static let key = Route(isPost: true, isUnlimited: true, types: ["application/octet-stream"]) { studio, request in
    var bytes = try await body(request.request, limit: StudioOptions.keyLimit)
    let key = bytes.withUnsafeMutableBytes { bytes in
      defer { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
      return EncryptionKey(reading: UnsafeRawBufferPointer(bytes))
    }
    guard let key else {
      throw ServerFailure.request("A key is a file of \(EncryptionKey.size) bytes, or 128 hexadecimal digits.", parameter: "body")
    }
    try await studio.unlock(key)
    return Answer.json(.members([:]))
  }
}
