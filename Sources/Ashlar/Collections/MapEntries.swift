/// The entries of a map as an untyped value. In a Dictionary, a composed and a decomposed letter would be the same key.
package struct _MapEntries {
  let entries: [(key: String, value: Any)]

  /// - Parameter entries: The entries, with distinct keys.
  package init(_ entries: [(key: String, value: Any)]) { self.entries = entries }
}
