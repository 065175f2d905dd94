/// Reads Swift files without the later stages, so that the cost of reading can be measured.
package enum SwiftScanning {
  /// Returns the number of types and extensions that a file declares. Complexity: O(n) in the size of the file.
  package static func count(_ file: SourceFile) -> Int {
    DeclarationReader.read(SwiftSource(SourceText(file, isSwift: true), file: 0)).types.count
  }
}
