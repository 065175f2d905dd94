internal import Ashlar
internal import AshlarStore

/// The reason why a view of a file cannot be shown.
public struct ViewFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: String, Sendable {
    /// The condition is not valid, or does not fit the type.
    case condition
    /// Another part of the request is not valid.
    case request
    /// The object does not exist.
    case gone
    /// An edit expects other values than the file contains.
    case conflict
    /// A rule of the schema rejects the objects.
    case rule
    /// The file cannot be read or written.
    case file
    /// The file is encrypted with another key than the one that was given, or only one of both has a key.
    case key
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public let kind: Kind
  /// A message for users.
  public let description: String
  /// The name of the invalid parameter; nil if no parameter is invalid.
  public let parameter: String?
  /// The location of the error in the parameter, in UTF-16 code units; nil if it has none.
  public let place: Range<Int>?
  /// The values that an edit expects and those of the file, as JSON; nil unless `kind` is `conflict`.
  public let conflicts: JSONValue?

  /// Creates a failure.
  public init(
    _ kind: Kind, _ description: String, parameter: String? = nil, place: Range<Int>? = nil, conflicts: JSONValue? = nil
  ) {
    self.kind = kind
    self.description = description
    self.parameter = parameter
    self.place = place
    self.conflicts = conflicts
  }

  /// Creates the failure for an invalid condition.
  init(_ error: RealmPredicateError) {
    self.init(.condition, error.message, parameter: "where", place: ConditionPlace.range(at: error.position, in: error.text))
  }

  /// Creates the failure for an invalid parameter.
  init(_ error: RequestFailure, parameter: String) { self.init(.request, error.description, parameter: parameter) }

  /// Creates the failure for an error that reading or writing a file has thrown.
  public init(_ error: any Error) {
    switch error {
    case let error as ViewFailure: self = error
    case let error as RealmPredicateError: self.init(error)
    case let error as RequestFailure: self.init(.request, error.description)
    case StoreError.keyMissing(let path): self.init(.key, "'\(path)' is encrypted, and no key was given.")
    case StoreError.wrongKey(let path): self.init(.key, "'\(path)' is encrypted with another key.")
    case StoreError.notEncrypted(let path): self.init(.key, "'\(path)' is not encrypted, and a key was given.")
    case let error as StoreError: self.init(.file, error.description)
    // A value is too long.
    case let error as Realm.Error where error.code == .invalidInput: self.init(.request, error.description)
    case let error as Realm.Error: self.init(error.violations.isEmpty ? .file : .rule, error.description)
    case is CancellationError: self.init(.cancelled, "The request was cancelled.")
    default: self.init(.file, "\(error)")
    }
  }
}

/// Finds the part of a condition to which an error refers.
enum ConditionPlace {
  /// Returns the range of the word, the literal or the symbol at a position, in UTF-16 code units; an empty range at the end of the text.
  /// - Parameter position: The number of characters before the error.
  static func range(at position: Int, in text: String) -> Range<Int> {
    let start = text.index(text.startIndex, offsetBy: position, limitedBy: text.endIndex) ?? text.endIndex
    let before = text.utf16.distance(from: text.startIndex, to: start)
    guard start < text.endIndex else { return before..<before }
    let rest = text[start...]
    var end = text.index(after: start)
    if rest.first == "'" || rest.first == "\"" {
      var isEscaped = false
      while end < text.endIndex {
        let character = text[end]
        end = text.index(after: end)
        if !isEscaped, character == rest.first { break }
        isEscaped = !isEscaped && character == "\\"
      }
    } else if let first = rest.first, isOfName(first) || first == "@" || first == "#" || first == "$" {
      while end < text.endIndex, isOfName(text[end]) { end = text.index(after: end) }
    }
    return before..<text.utf16.distance(from: text.startIndex, to: end)
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
