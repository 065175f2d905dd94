/// A rule of a property as written.
package struct WrittenRule: Sendable {
  /// The span of the key.
  package var key: SourceSpan
  /// The value; `true` for a flag.
  package var value: ScalarNode
}
