import Ashlar
import Foundation

/// The value of a property in both databases. Text and bytes are compared byte for byte.
enum Value {
  case null
  case int(Int)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  /// The key of an object.
  case link(Int)

  /// The value of a property of an object. A link is compared as the key of its target, which is what a column contains.
  init(_ value: Any?) {
    switch value {
    case nil: self = .null
    case let object as ObjectBase: self.init(object["id"])
    case let bool as Bool: self = .int(bool ? 1 : 0)
    case let int as Int: self = .int(int)
    case let real as Double: self = .real(real)
    case let real as Float: self = .real(Double(real))
    case let text as String: self = .text(text)
    case let data as Data: self = .bytes(Array(data))
    case let other?: fatalError("a property has the value '\(other)', which no column is compared with")
    }
  }
}

extension Value: Equatable {
  static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.int(let one), .int(let other)), (.int(let one), .link(let other)), (.link(let one), .int(let other)),
      (.link(let one), .link(let other)):
      one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.bytes(let one), .bytes(let other)): one == other
    default: false
    }
  }
}

extension Value: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "nil"
    case .int(let int), .link(let int): "\(int)"
    case .real(let real): "\(real)"
    case .text(let text): text.utf8.count > 40 ? "'\(text.prefix(20))…' of \(text.utf8.count) bytes" : "'\(text)'"
    case .bytes(let bytes): "\(bytes)"
    }
  }
}
