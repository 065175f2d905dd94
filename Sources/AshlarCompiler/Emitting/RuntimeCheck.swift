/// What a generated file says of the library that it was made for. Where that version is missing from the library, the compiler's
/// message shows the comment.
struct RuntimeCheck {
  /// Goes up when emitted code needs what libraries before do not have; `_GeneratedCode` of the library lists what it runs.
  static let current = RuntimeCheck(version: 3)

  let version: Int

  let comment = [
    "If this does not compile, the file was generated for another version of the Ashlar library: generate it again.",
    "The schema language: docs/schema-language.md in the Ashlar package.",
  ]

  var declaration: String { "private typealias _GeneratedFor = _GeneratedCode.Version\(version)" }
}
