/// The declaration in a generated file that compiles only with a library that supports the file's version of generated code. The comment
/// above the declaration states the cause if it does not compile.
struct RuntimeCheck {
  /// The check in the files that this compiler generates. Its version is incremented when emitted code requires something that earlier
  /// versions of the library lack. The library's `_GeneratedCode` lists the versions that it supports.
  static let current = RuntimeCheck(version: 3)

  let version: Int

  let comment = [
    "If this does not compile, the file was generated for another version of the Ashlar library: generate it again.",
    "The schema language: docs/schema-language.md in the Ashlar package.",
  ]

  var declaration: String { "private typealias _GeneratedFor = _GeneratedCode.Version\(version)" }
}
