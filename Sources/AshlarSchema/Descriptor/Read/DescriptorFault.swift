/// What can be wrong with a descriptor.
public enum DescriptorFault: Hashable, Sendable {
  // The file as a whole
  case notADescriptor
  /// The line ends in the first bytes were changed by copying as text.
  case lineEndsChanged
  case truncated(needed: UInt64, found: Int)
  case trailingBytes(stated: UInt64, found: Int)
  case tooLarge(limit: Int)
  case formatTooNew(version: UInt16, supported: UInt16)
  case unknownRequiredFeature(bit: Int)
  case wrongChecksum(stated: UInt64, computed: UInt64)
  // Sections
  case tooManySections(count: Int, limit: Int)
  case unknownCriticalSection(String)
  case duplicateSection(String)
  case missingSection(String)
  case misaligned(multiple: Int)
  case outOfBounds(end: UInt64, size: Int)
  /// Sections lie in the order of the directory; this one begins before its predecessor ends.
  case overlap(start: Int, previousEnd: Int)
  case recordTooShort(size: Int, needed: Int)
  case lengthMismatch(byteLength: Int, recordSize: Int, count: Int)
  // Fields
  case invalidUTF8
  /// Pools are without gaps: each part begins where the one before ended.
  case gap(field: String, expected: UInt64, found: UInt64)
  case invalidReference(field: String, index: UInt64, count: Int)
  case missing(field: String)
  case superfluous(field: String)
  case invalidValue(field: String, value: UInt64)
  case tooLong(field: String, limit: Int, length: Int)
  case unsorted(field: String, name: String)
  case duplicate(field: String, name: String)
  case unknownName(field: String, name: String)
  // The model
  case broken(ModelRule)
}

/// Rules of the schema model that a descriptor's content must keep.
public enum ModelRule: Hashable, Sendable {
  case storedAfterLinkingObjects
  case optionalLinkRequired
  case optionalNotAllowed
  case keyNotAllowed
  case secondKey
  case indexNotAllowed
  case defaultNotAllowed
  case defaultOfOtherType
  case defaultOutOfRange
  case enumOfOtherType
  case rawTypeNotAllowed
  case linkToAsymmetric
  case originDoesNotLinkHere
}

extension DescriptorFault: CustomStringConvertible {
  /// The reason, to stand after a colon.
  public var description: String {
    switch self {
    case .notADescriptor: "these bytes are no schema descriptor"
    case .lineEndsChanged: "line ends were changed; the file was copied as text"
    case .truncated(let needed, let found): "\(needed) bytes are needed, there are \(found)"
    case .trailingBytes(let stated, let found): "the size is stated as \(stated) bytes, there are \(found)"
    case .tooLarge(let limit): "a descriptor has at most \(limit) bytes"
    case .formatTooNew(let version, let supported): "format version \(version) is newer than \(supported), which this build reads"
    case .unknownRequiredFeature(let bit): "feature bit \(bit) is required and not known to this build"
    case .wrongChecksum(let stated, let computed):
      "the checksum is \(hexadecimal(computed)), not \(hexadecimal(stated)) as stated; the bytes are damaged"
    case .tooManySections(let count, let limit): "\(count) sections, the limit is \(limit)"
    case .unknownCriticalSection(let kind): "section '\(kind)' is critical and not known to this build"
    case .duplicateSection(let kind): "section '\(kind)' appears twice"
    case .missingSection(let kind): "section '\(kind)' is missing"
    case .misaligned(let multiple): "not a multiple of \(multiple)"
    case .outOfBounds(let end, let size): "it ends at \(end), after the end at \(size)"
    case .overlap(let start, let previousEnd): "it begins at \(start), before the end of what precedes at \(previousEnd)"
    case .recordTooShort(let size, let needed): "records have \(size) bytes, \(needed) are needed"
    case .lengthMismatch(let byteLength, let recordSize, let count):
      "\(count) records of \(recordSize) bytes do not make \(byteLength) bytes"
    case .invalidUTF8: "the text is not UTF-8"
    case .gap(let field, let expected, let found): "\(field) is \(found), not \(expected), where the record before ends"
    case .invalidReference(let field, let index, let count): "\(field) refers to \(index), there are \(count)"
    case .missing(let field): "\(field) is missing"
    case .superfluous(let field): "\(field) has no meaning here"
    case .invalidValue(let field, let value): "\(field) cannot be \(value)"
    case .tooLong(let field, let limit, let length): "\(field) has \(length) bytes, the limit is \(limit)"
    case .unsorted(let field, let name): "\(field) '\(name)' is out of order"
    case .duplicate(let field, let name): "\(field) '\(name)' appears twice"
    case .unknownName(let field, let name): "\(field) '\(name)' does not exist"
    case .broken(let rule): rule.description
    }
  }
}

extension ModelRule: CustomStringConvertible {
  /// The rule's breach, to stand after a colon.
  public var description: String {
    switch self {
    case .storedAfterLinkingObjects: "a stored property stands after linking objects"
    case .optionalLinkRequired: "a link to one object must be optional"
    case .optionalNotAllowed: "objects in a list and linking objects cannot be optional"
    case .keyNotAllowed: "this property cannot be a primary key"
    case .secondKey: "the type has a primary key already"
    case .indexNotAllowed: "this property cannot be indexed"
    case .defaultNotAllowed: "this property cannot have a default"
    case .defaultOfOtherType: "the value is of another type"
    case .defaultOutOfRange: "the value is out of range"
    case .enumOfOtherType: "the raw type of the enum is another"
    case .rawTypeNotAllowed: "this cannot be the raw type of an enum"
    case .linkToAsymmetric: "nothing links to an asymmetric type"
    case .originDoesNotLinkHere: "the origin is no stored link to this type"
    }
  }
}

/// 16 digits with `0x`.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
}
