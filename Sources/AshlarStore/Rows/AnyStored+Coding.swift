import AshlarSchema

/// The first byte of a stored `AnyRealmValue`; `docs/storage.md` specifies the bytes that follow. An empty sequence of bytes also
/// represents `none`.
public enum AnyTag: UInt8, Sendable {
  case none = 0
  case bool = 1
  case int = 2
  case float = 3
  case double = 4
  case string = 5
  case data = 6
  case date = 7
  case objectId = 8
  case decimal128 = 9
  case uuid = 10
  case link = 11
  case list = 12
  case dictionary = 13

  /// Whether values with this tag may contain links.
  var mayLink: Bool { self == .link || self == .list || self == .dictionary }
}

extension AnyStored {
  /// Decodes a value. O(bytes). Every sequence of bytes decodes to a value or throws an error.
  public init(_ bytes: UnsafeRawBufferPointer) throws(AnyFault) {
    guard !bytes.isEmpty else {
      self = .none
      return
    }
    var reader = AnyReader(bytes: bytes)
    self = try reader.value(depth: 0)
    if reader.position != bytes.count { throw .tooLong }
  }

  /// Returns the encoded value; empty for `none`, so that a zeroed row contains `none`.
  public func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    if self != .none { append(to: &bytes) }
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    bytes.append(tag.rawValue)
    switch self {
    case .none: break
    case .bool(let value): bytes.append(value ? 1 : 0)
    case .int(let value): AnyStored.append(value, to: &bytes)
    case .float(let value): AnyStored.append(value.bitPattern, to: &bytes)
    case .double(let value): AnyStored.append(value.bitPattern, to: &bytes)
    case .string(let text): bytes += text.utf8
    case .data(let data), .objectId(let data), .uuid(let data): bytes += data
    case .date(let seconds, let nanoseconds):
      AnyStored.append(seconds, to: &bytes)
      AnyStored.append(nanoseconds, to: &bytes)
    case .decimal128(let low, let high):
      AnyStored.append(low, to: &bytes)
      AnyStored.append(high, to: &bytes)
    case .link(let link):
      AnyStored.append(link.table, to: &bytes)
      AnyStored.append(link.key, to: &bytes)
    case .list(let id, let elements):
      AnyStored.append(id, to: &bytes)
      AnyStored.append(UInt32(elements.count), to: &bytes)
      for element in elements { AnyStored.appendSized(to: &bytes) { element.append(to: &$0) } }
    case .dictionary(let id, let entries):
      AnyStored.append(id, to: &bytes)
      AnyStored.append(UInt32(entries.count), to: &bytes)
      for entry in entries {
        AnyStored.appendSized(to: &bytes) { $0 += entry.key.utf8 }
        AnyStored.appendSized(to: &bytes) { entry.value.append(to: &$0) }
      }
    }
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  // Appends the length and the content. The length is stored afterwards, once the content is encoded.
  private static func appendSized(to bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void) {
    let start = bytes.count
    append(UInt32(0), to: &bytes)
    content(&bytes)
    withUnsafeBytes(of: UInt32(bytes.count - start - 4).littleEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
  }

  var tag: AnyTag {
    switch self {
    case .none: .none
    case .bool: .bool
    case .int: .int
    case .float: .float
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .objectId: .objectId
    case .decimal128: .decimal128
    case .uuid: .uuid
    case .link: .link
    case .list: .list
    case .dictionary: .dictionary
    }
  }
}

/// Decodes values from untrusted bytes, front to back.
private struct AnyReader {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  mutating func value(depth: Int) throws(AnyFault) -> AnyStored {
    let first = try number(UInt8.self)
    guard let tag = AnyTag(rawValue: first) else { throw .tag(first) }
    switch tag {
    case .none: return .none
    case .bool:
      let value = try number(UInt8.self)
      guard value < 2 else { throw .value }
      return .bool(value == 1)
    case .int: return .int(try number(Int64.self))
    case .float: return .float(Float(bitPattern: try number(UInt32.self)))
    case .double: return .double(Double(bitPattern: try number(UInt64.self)))
    case .string: return .string(try text(take(bytes.count - position)))
    case .data: return .data(Array(try take(bytes.count - position)))
    case .date: return .date(seconds: try number(Int64.self), nanoseconds: try number(Int32.self))
    case .objectId: return .objectId(Array(try take(12)))
    case .decimal128: return .decimal128(low: try number(UInt64.self), high: try number(UInt64.self))
    case .uuid: return .uuid(Array(try take(16)))
    case .link:
      let table = try number(UInt32.self)
      let key = try number(Int64.self)
      guard table < 1 << 24, key >= 0, key < 1 << 40 else { throw .value }
      return .link(AnyLink(table: table, key: key))
    case .list:
      guard depth < AnyStored.depthLimit else { throw .depth }
      let id = try number(UInt64.self)
      var elements: [AnyStored] = []
      for _ in 0..<(try number(UInt32.self)) { elements.append(try sizedValue(depth: depth + 1)) }
      return .list(id: id, elements)
    case .dictionary:
      guard depth < AnyStored.depthLimit else { throw .depth }
      let id = try number(UInt64.self)
      var entries: [AnyEntry] = []
      for _ in 0..<(try number(UInt32.self)) {
        let key = try text(try take(Int(try number(UInt32.self))))
        if let last = entries.last, !last.key.isBefore(key) { throw .order }
        entries.append(AnyEntry(key: key, value: try sizedValue(depth: depth + 1)))
      }
      return .dictionary(id: id, entries)
    }
  }

  private mutating func sizedValue(depth: Int) throws(AnyFault) -> AnyStored {
    let part = try take(Int(try number(UInt32.self)))
    var reader = AnyReader(bytes: part)
    let value = try reader.value(depth: depth)
    if reader.position != part.count { throw .tooLong }
    return value
  }

  private mutating func take(_ count: Int) throws(AnyFault) -> UnsafeRawBufferPointer {
    guard count <= bytes.count - position else { throw .truncated }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) throws(AnyFault) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  private func text(_ bytes: UnsafeRawBufferPointer) throws(AnyFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .text }
    return text
  }
}

extension AnyFault: CustomStringConvertible {
  /// A description of the fault.
  public var description: String {
    switch self {
    case .truncated: "a value is truncated"
    case .tooLong: "bytes follow a value"
    case .tag(let tag): "\(tag) is not the tag of a type"
    case .value: "a value is out of range"
    case .text: "text is not UTF-8"
    case .order: "the keys of a dictionary are not in ascending order"
    case .depth: "collections are nested more than \(AnyStored.depthLimit) levels deep"
    }
  }
}
