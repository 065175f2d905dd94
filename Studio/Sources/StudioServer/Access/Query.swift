internal import HTTPTypes

/// The parameters of a request, decoded.
struct Query: Sendable {
  private let parameters: [(name: String, value: String)]

  /// Decodes the part of a target after the question mark. Throws if an escape is not valid, or if the decoded text is not UTF-8.
  init(_ text: some StringProtocol) throws(ServerFailure) {
    var parameters: [(name: String, value: String)] = []
    for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      parameters.append((try Query.decoded(pair[0]), try Query.decoded(pair.count > 1 ? pair[1] : [])))
    }
    self.parameters = parameters
  }

  /// The value of a parameter; nil if it is missing.
  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Returns the value of a parameter. Throws if it is missing.
  func text(_ name: String) throws(ServerFailure) -> String {
    guard let value = self[name] else { throw .request("The parameter '\(name)' is missing.", parameter: name) }
    return value
  }

  /// Returns the number in a parameter; `value` if the parameter is missing. Throws if it is not a number in `range`.
  func number(_ name: String, _ range: ClosedRange<Int>, default value: Int) throws(ServerFailure) -> Int {
    guard let text = self[name] else { return value }
    guard let number = Int(text), range.contains(number) else {
      throw .request("'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).", parameter: name)
    }
    return number
  }

  /// Returns whether a parameter is 1; false if it is missing. Throws if it is neither 0 nor 1.
  func flag(_ name: String) throws(ServerFailure) -> Bool { try number(name, 0...1, default: 0) == 1 }

  /// Returns the identifier of the page. Throws if it is missing or does not have 8 to 32 hexadecimal digits.
  func client() throws(ServerFailure) -> String {
    let client = try text("client")
    let isValid = (8...32).contains(client.utf8.count) && client.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard isValid else { throw .request("'client' must be 8 to 32 hexadecimal digits.", parameter: "client") }
    return client
  }

  /// Returns all parameters except one, encoded.
  func without(_ name: String) -> String {
    parameters.filter { $0.name != name }.map { "\(Query.encoded($0.name))=\(Query.encoded($0.value))" }.joined(separator: "&")
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(ServerFailure) -> String {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          throw .request("An escape in the address is not valid.", parameter: "")
        }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw .request("The address is not valid UTF-8.", parameter: "")
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
