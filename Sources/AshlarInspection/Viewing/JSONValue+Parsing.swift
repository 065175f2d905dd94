extension JSONValue {
  /// Parses a document. Throws `RequestFailure` with the position of a syntax error.
  public static func parse(_ bytes: [UInt8]) throws(RequestFailure) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(bytes[...])
    } catch {
      throw RequestFailure("invalid JSON: \(error.message) after \(error.offset) bytes")
    }
  }
}
