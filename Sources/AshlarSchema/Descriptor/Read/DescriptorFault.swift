/// A fault in a descriptor.
public enum DescriptorFault: Hashable, Sendable {
  // The file as a whole
  /// The magic number is missing.
  case notADescriptor
  /// The line ends in the first bytes were changed by copying in text mode.
  case lineEndsChanged
  /// The file is shorter than the header, or than the header states.
  case truncated(needed: UInt64, found: Int)
  /// The file is longer than the header states.
  case trailingBytes(stated: UInt64, found: Int)
  /// The file is larger than any descriptor may be.
  case tooLarge(limit: Int)
  /// The file was written in a newer format version.
  case formatTooNew(version: UInt16, supported: UInt16)
  /// The file requires a feature that this build lacks.
  case unknownRequiredFeature(bit: Int)
  /// The bytes have changed since they were written.
  case wrongChecksum(stated: UInt64, computed: UInt64)
  // Sections
  /// The file has more sections than a writer could produce.
  case tooManySections(count: Int, limit: Int)
  /// A critical section is unknown.
  case unknownCriticalSection(String)
  /// A section occurs twice.
  case duplicateSection(String)
  /// A required section is missing.
  case missingSection(String)
  /// An offset or a size is not a multiple of the required unit.
  case misaligned(multiple: Int)
  /// A part extends beyond the end of its container.
  case outOfBounds(end: UInt64, size: Int)
  /// A section begins before the preceding section of the directory ends.
  case overlap(start: Int, previousEnd: Int)
  /// Records are shorter than this build expects.
  case recordTooShort(size: Int, needed: Int)
  /// Record size and count do not match the length.
  case lengthMismatch(byteLength: Int, recordSize: Int, count: Int)
  // Fields
  /// Text is not valid UTF-8.
  case invalidUTF8
  /// A part of a pool does not begin where the previous part ends; pools have no gaps.
  case gap(field: String, expected: UInt64, found: UInt64)
  /// A reference is out of range.
  case invalidReference(field: String, index: UInt64, count: Int)
  /// A required field is not set.
  case missing(field: String)
  /// A field is set where it has no meaning.
  case superfluous(field: String)
  /// A field has an invalid value.
  case invalidValue(field: String, value: UInt64)
  /// A name is longer than a file can store.
  case tooLong(field: String, limit: Int, length: Int)
  /// A name is not in the required order.
  case unsorted(field: String, name: String)
  /// A name or value that must be unique occurs twice.
  case duplicate(field: String, name: String)
  /// A name refers to a declaration that does not exist.
  case unknownName(field: String, name: String)
  // The model
  /// A rule of the schema model is violated.
  case broken(ModelRule)
}

/// Rules of the schema model that the content of a descriptor must satisfy.
public enum ModelRule: Hashable, Sendable {
  /// Stored properties precede linking objects.
  case storedAfterLinkingObjects
  /// A link to one object is always optional.
  case optionalLinkRequired
  /// Objects in a list or a set and linking objects are never optional.
  case optionalNotAllowed
  /// Only properties of some types can be primary keys, and properties of embedded types cannot.
  case keyNotAllowed
  /// A type has at most one primary key.
  case secondKey
  /// Only properties of some types are indexed.
  case indexNotAllowed
  /// Collections have no default; links and `AnyRealmValue`s have no literal default.
  case defaultNotAllowed
  /// A default or raw value has the type of its property or enum.
  case defaultOfOtherType
  /// A default or raw value is in the range of its type, and the default of an enum property is the raw value of a case.
  case defaultOutOfRange
  /// The type of an enum property is the raw type of the enum.
  case enumOfOtherType
  /// Raw types are integers, Float, Double and String.
  case rawTypeNotAllowed
  /// Asymmetric types are never linked to.
  case linkToAsymmetric
  /// Linking objects follow a stored link to the type that declares them.
  case originDoesNotLinkHere
  /// An `AnyRealmValue` property is never optional, because its value can represent nil itself.
  case optionalAny
  /// Sets contain no embedded objects.
  case embeddedInSet
  /// A custom type is stored as a scalar or as an embedded type.
  case persistedTypeNotAllowed
  /// A property has the persisted type of its custom type.
  case customTypeOfOtherType
  /// Only optionals of some types can be implicitly unwrapped.
  case unwrappingNotAllowed
  /// Only a property with a literal default is backfilled.
  case backfillNotAllowed
  /// Only stored properties have former stored names.
  case renameNotAllowed
  case foreignTypeNotAllowed
  /// A rule concerns properties and a type that allow it.
  case ruleNotAllowed
  /// The bounds, the pattern or the values of a rule fit its property, and they exclude some values but not all.
  case ruleValueNotAllowed
  /// A property that is unique by itself, without a condition, has an index, unless it is a link.
  case uniqueNotIndexed
}

extension DescriptorFault: CustomStringConvertible {
  /// The reason, worded to follow a colon.
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
  /// The violation of the rule, worded to follow a colon.
  public var description: String {
    switch self {
    case .storedAfterLinkingObjects: "a stored property follows linking objects"
    case .optionalLinkRequired: "a link to one object must be optional"
    case .optionalNotAllowed: "objects in a list or set, and linking objects, cannot be optional"
    case .keyNotAllowed: "this property cannot be a primary key"
    case .secondKey: "the type has a primary key already"
    case .indexNotAllowed: "this property cannot be indexed"
    case .defaultNotAllowed: "this property cannot have a default"
    case .defaultOfOtherType: "the value is of another type"
    case .defaultOutOfRange: "the value is out of range"
    case .enumOfOtherType: "the raw type of the enum is another"
    case .rawTypeNotAllowed: "this cannot be the raw type of an enum"
    case .linkToAsymmetric: "nothing links to an asymmetric type"
    case .originDoesNotLinkHere: "the origin is not a stored link to this type"
    case .optionalAny: "an AnyRealmValue cannot be optional"
    case .embeddedInSet: "a set cannot hold embedded objects"
    case .persistedTypeNotAllowed: "a custom type is stored as a scalar or as an embedded type"
    case .customTypeOfOtherType: "the persisted type of the custom type is another"
    case .unwrappingNotAllowed: "this property cannot be implicitly unwrapped"
    case .backfillNotAllowed: "this property cannot be backfilled"
    case .foreignTypeNotAllowed: "a property with a type of another module is an int without a target, an enum or a literal default"
    case .renameNotAllowed: "this property had no stored name before"
    case .ruleNotAllowed: "this type or its properties cannot have the rule"
    case .ruleValueNotAllowed: "the values of the rule do not fit its kind and its property"
    case .uniqueNotIndexed: "a unique property must be indexed"
    }
  }
}

/// Returns 16 hexadecimal digits with the prefix `0x`.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
}
