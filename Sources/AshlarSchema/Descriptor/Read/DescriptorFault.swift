/// What can be wrong with a descriptor.
public enum DescriptorFault: Hashable, Sendable {
  // The file as a whole
  /// The magic is missing.
  case notADescriptor
  /// The line ends in the first bytes were changed by copying as text.
  case lineEndsChanged
  /// Fewer bytes than the header, or than the header states.
  case truncated(needed: UInt64, found: Int)
  /// More bytes than the header states.
  case trailingBytes(stated: UInt64, found: Int)
  /// More bytes than any descriptor may have.
  case tooLarge(limit: Int)
  /// Written by a newer format version.
  case formatTooNew(version: UInt16, supported: UInt16)
  /// The file needs a feature that this build lacks.
  case unknownRequiredFeature(bit: Int)
  /// The bytes are not those that were written.
  case wrongChecksum(stated: UInt64, computed: UInt64)
  // Sections
  /// More sections than any writer has use for.
  case tooManySections(count: Int, limit: Int)
  /// A section that must be understood is not known.
  case unknownCriticalSection(String)
  /// A section appears twice.
  case duplicateSection(String)
  /// A section that must be there is not.
  case missingSection(String)
  /// An offset or a size is not a multiple of the required unit.
  case misaligned(multiple: Int)
  /// Something ends after that which holds it.
  case outOfBounds(end: UInt64, size: Int)
  /// Sections lie in the order of the directory; this one begins before its predecessor ends.
  case overlap(start: Int, previousEnd: Int)
  /// Records are shorter than those of the first version.
  case recordTooShort(size: Int, needed: Int)
  /// Record size and count do not give the length.
  case lengthMismatch(byteLength: Int, recordSize: Int, count: Int)
  // Fields
  /// Text is not UTF-8.
  case invalidUTF8
  /// Pools are without gaps: each part begins where the one before ended.
  case gap(field: String, expected: UInt64, found: UInt64)
  /// A reference points beyond what there is.
  case invalidReference(field: String, index: UInt64, count: Int)
  /// A field that must be set is not.
  case missing(field: String)
  /// A field is set that has no meaning there.
  case superfluous(field: String)
  /// A field has a value without meaning.
  case invalidValue(field: String, value: UInt64)
  /// A name is longer than a file can store.
  case tooLong(field: String, limit: Int, length: Int)
  /// A name follows a greater one.
  case unsorted(field: String, name: String)
  /// A name or value that must be unique appears twice.
  case duplicate(field: String, name: String)
  /// What a name refers to does not exist.
  case unknownName(field: String, name: String)
  // The model
  /// A rule of the schema model is broken.
  case broken(ModelRule)
}

/// Rules of the schema model that a descriptor's content must keep.
public enum ModelRule: Hashable, Sendable {
  /// Stored properties come first.
  case storedAfterLinkingObjects
  /// A link to one object can always be nil.
  case optionalLinkRequired
  /// Objects in a list and linking objects are never nil.
  case optionalNotAllowed
  /// The type or owner of the property does not allow a primary key.
  case keyNotAllowed
  /// A type has at most one primary key.
  case secondKey
  /// The property is of a type that has no index.
  case indexNotAllowed
  /// Links and collections have no default.
  case defaultNotAllowed
  /// A value is not of the type it is for.
  case defaultOfOtherType
  /// A value is beyond its type, or no case of its enum.
  case defaultOutOfRange
  /// A property has the raw type of its enum.
  case enumOfOtherType
  /// Raw types are integers, Float, Double and String.
  case rawTypeNotAllowed
  /// Asymmetric types are never linked to.
  case linkToAsymmetric
  /// Linking objects follow a stored link to their own type.
  case originDoesNotLinkHere
  /// Any value is never optional: it holds nil itself.
  case optionalAny
  /// Sets hold no embedded objects.
  case embeddedInSet
  /// A custom type is stored as a scalar or as an embedded type.
  case persistedTypeNotAllowed
  /// A property has the persisted type of its custom type.
  case customTypeOfOtherType
  /// Only optionals are unwrapped, and not those of every type.
  case unwrappingNotAllowed
  /// Only a stored value with a literal default is backfilled.
  case backfillNotAllowed
  /// Only stored properties had stored names before.
  case renameNotAllowed
  case foreignTypeNotAllowed
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
    case .storedAfterLinkingObjects: "a stored property follows linking objects"
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
    case .originDoesNotLinkHere: "the origin is not a stored link to this type"
    case .optionalAny: "an AnyRealmValue cannot be optional"
    case .embeddedInSet: "a set cannot hold embedded objects"
    case .persistedTypeNotAllowed: "a custom type is stored as a scalar or as an embedded type"
    case .customTypeOfOtherType: "the persisted type of the custom type is another"
    case .unwrappingNotAllowed: "this property cannot be implicitly unwrapped"
    case .backfillNotAllowed: "this property cannot be backfilled"
    case .foreignTypeNotAllowed: "a property with a type of another module is an int without a target, an enum or a literal default"
    case .renameNotAllowed: "this property had no stored name before"
    }
  }
}

/// 16 digits with `0x`.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
}
