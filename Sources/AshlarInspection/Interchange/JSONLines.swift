/// Reads JSON lines: each line is an object, whose members are properties, `$type` and `$row`.
public struct JSONLines {
  let name: String
  private let bytes: [UInt8]
  /// The position of the next record.
  var place: RecordPlace

  /// Creates a reader of bytes.
  /// - Parameter name: The name of the input, for messages.
  public init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    place = RecordPlace(offset: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, line: 1)
  }

  var count: Int { bytes.count }

  /// Skips blank lines and leading white space. Returns false at the end.
  mutating func skipBlank() -> Bool {
    while place.offset < bytes.count {
      switch bytes[place.offset] {
      case 0x0A:
        place.line += 1
        place.offset += 1
      case 0x20, 0x09, 0x0D: place.offset += 1
      default: return true
      }
    }
    return false
  }

  /// Reads the next record; returns nil at the end.
  mutating func next() throws(ImportFailure) -> ImportRecord? {
    guard skipBlank() else { return nil }
    let end = bytes[place.offset...].firstIndex(of: 0x0A) ?? bytes.endIndex
    let line = bytes[place.offset..<end]
    let number = place.line
    // The text is created only for messages.
    var here: String { "\(name):\(number)" }
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(line)
    } catch {
      // Columns are counted from the start of the line, including spaces before the object.
      let start = bytes[..<line.startIndex].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let column = String(decoding: bytes[start..<line.startIndex + error.offset], as: UTF8.self).count + 1
      throw ImportFailure(place: "\(here):\(column)", message: error.message)
    }
    place.offset = min(line.endIndex + 1, bytes.count)
    place.line += 1
    guard case .object(var members) = value else { throw ImportFailure(place: here, message: "a line must contain an object, in braces") }
    var record = ImportRecord(type: nil, row: nil, members: [])
    if let index = members.firstIndex(where: { $0.name == "$type" }) {
      guard case .string(let type) = members.remove(at: index).value else {
        throw ImportFailure(place: here, message: "'$type' must be the name of a type")
      }
      record.type = type
    }
    if let index = members.firstIndex(where: { $0.name == "$row" }) {
      guard case .number(let text) = members.remove(at: index).value, let row = Int64(text) else {
        throw ImportFailure(place: here, message: "'$row' must be an integer")
      }
      record.row = row
    }
    record.members = members
    return record
  }
}
