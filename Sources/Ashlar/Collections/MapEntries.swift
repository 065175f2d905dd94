/// The entries of a map, for the command: a Dictionary would take composed and decomposed letters for one key.
package struct _MapEntries {
  let entries: [(key: String, value: Any)]

  /// - Parameter entries: with different keys.
  package init(_ entries: [(key: String, value: Any)]) { self.entries = entries }
}
