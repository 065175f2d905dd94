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
    guard let value else {
      self = .null
      return
    }
    if let object = value as? ObjectBase {
      self.init(object["id"])
      return
    }
    switch value {
    // Values of optional properties are `NSNumber`s, of which each can be cast to every type that has its value: a Float of 0 is a Bool.
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      let isReal = ["f", "d"].contains(String(cString: number.objCType))
      self = isReal ? .real(number.doubleValue) : .int(number.intValue)
    case let bool as Bool: self = .int(bool ? 1 : 0)
    case let int as Int: self = .int(int)
    case let real as Double: self = .real(real)
    case let real as Float: self = .real(Double(real))
    case let text as String: self = .text(text)
    case let data as Data: self = .bytes(Array(data))
    default: fatalError("a property has the value '\(value)' of type \(type(of: value)), which no column is compared with")
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
