public import Foundation
import TestSupport

/// Values for tests that search where no stored value may be. Every text begins with the same 16 random letters and digits, so that one
/// search finds all of them, and continues with the kind of the text. The integer has 8 random bytes and the identifier 16, so that none of
/// the values is found by chance.
public struct Marks: Sendable {
  /// The kinds of texts and of data, by what follows the letters that all have in common.
  public enum Kind: String, CaseIterable, Sendable {
    /// The name of a type or a property.
    case type = "TY"
    case property = "PR"
    /// A primary key, and a part of one.
    case key = "KY"
    case part = "CK"
    /// Text in a cluster, and longer text, which is a value of its own.
    case text = "TX"
    case long = "LG"
    /// Text with an index of its own, and in an index of two properties.
    case indexed = "IX"
    case tuple = "MI"
    case data = "BL"
    /// Elements of short lists of texts and of integers, and of long lists of texts.
    case element = "LI"
    case number = "NU"
    case segment = "SG"
    /// The text that fills a new property.
    case fill = "FI"
  }

  /// The texts that `found` returns for the integer and for the identifier.
  public static let values: Set<String> = ["integer", "identifier"]
  /// Everything that `found` can return.
  public static let all = values.union(Kind.allCases.map(\.rawValue))

  /// The seed.
  public let seed: UInt64
  /// The letters and digits with which every text begins.
  public let beginning: String
  /// The integer, which is positive.
  public let integer: Int64
  /// The bytes of a UUID.
  public let identifier: [UInt8]

  /// - Parameter seed: Processes with the same seed have the same marks.
  public init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    // Names begin with a letter.
    beginning = "M" + String(decoding: random.bytes(15, of: characters), as: UTF8.self)
    integer = Int64(random.next() >> 1)
    identifier = random.bytes(16, of: Array(0...255))
  }

  /// Returns a text.
  /// - Parameter size: The least number of bytes: the text is repeated.
  public func text(_ kind: Kind, _ number: Int = 0, size: Int = 0) -> String {
    let text = beginning + kind.rawValue + "\(number)"
    return Array(repeating: text, count: size / text.utf8.count + 1).joined(separator: " ")
  }

  /// The elements of a list of integers whose bytes are those of a text.
  public var integers: [Int64] {
    let bytes = Array((beginning + Kind.number.rawValue + "------").utf8)
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Int64.self) }
    }
  }

  // The integer as in a row, and as in an index.
  private var integerForms: [[UInt8]] {
    let bits = UInt64(bitPattern: integer)
    return [bits, bits.byteSwapped, (bits ^ 1 << 63).byteSwapped].map { form in withUnsafeBytes(of: form) { Array($0) } }
  }

  /// Returns the offset of the first occurrence of `pattern` in `bytes` at or after an offset; nil if there is none. `memchr` passes over most
  /// bytes, which a loop in a debug build would read one by one.
  public static func place(of pattern: [UInt8], in bytes: Data, from start: Int = 0) -> Int? {
    bytes.withUnsafeBytes { bytes in
      pattern.withUnsafeBytes { pattern in
        guard let base = bytes.baseAddress, let sought = pattern.baseAddress, let first = pattern.first else { return nil }
        var place = start
        while place + pattern.count <= bytes.count {
          guard let found = memchr(base + place, Int32(first), bytes.count - pattern.count - place + 1) else { return nil }
          place = UnsafeRawPointer(found) - base
          if memcmp(found, sought, pattern.count) == 0 { return place }
          place += 1
        }
        return nil
      }
    }
  }

  /// Returns which kinds of texts, and which of `values`, are among some bytes.
  public func found(in bytes: Data) -> Set<String> {
    var found: Set<String> = []
    if integerForms.contains(where: { Marks.place(of: $0, in: bytes) != nil }) { found.insert("integer") }
    if Marks.place(of: identifier, in: bytes) != nil { found.insert("identifier") }
    let pattern = Array(beginning.utf8)
    var start = 0
    while let place = Marks.place(of: pattern, in: bytes, from: start) {
      start = place + pattern.count
      found.insert(String(decoding: bytes.dropFirst(start).prefix(2), as: UTF8.self))
      if found.isSuperset(of: Marks.all) { break }
    }
    return found
  }
}
