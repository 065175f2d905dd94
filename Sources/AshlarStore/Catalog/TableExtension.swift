/// The extensions of a table's record in the list of tables: data of features. In a file that lists features, each record is followed by
/// the number of extensions (UInt16) and, for each, in ascending order of kinds: its kind (UInt16), its size (UInt32) and its bytes. Other
/// files have none. A reader ignores kinds that it does not know, and a writer retains them.
enum TableExtension {
  /// The kind of the indexes of several columns, of the feature `indexes`. A key contains the number of an index or that of a column at the
  /// same offset, so the columns of a table that has this extension, even an empty one, have numbers less than `columnLimit`.
  static let indexes: UInt16 = 1
  /// The least number of an index of several columns.
  static let columnLimit = 0x8000

  static func append(_ extensions: [UInt16: [UInt8]], to bytes: inout [UInt8]) {
    bytes.append(integer: UInt16(extensions.count))
    for kind in extensions.keys.sorted() {
      let content = extensions[kind] ?? []
      bytes.append(integer: kind)
      bytes.append(integer: UInt32(content.count))
      bytes += content
    }
  }

  /// Returns nil if the bytes are not valid.
  static func read(_ reader: inout ByteReader) -> [UInt16: [UInt8]]? {
    guard let count = reader.integer(UInt16.self) else { return nil }
    var extensions: [UInt16: [UInt8]] = [:]
    var last: UInt16?
    for _ in 0..<count {
      guard let kind = reader.integer(UInt16.self), last.map({ kind > $0 }) ?? true, let size = reader.integer(UInt32.self),
        let content = reader.take(Int(size))
      else { return nil }
      last = kind
      extensions[kind] = Array(content)
    }
    return extensions
  }
}
