/// What the reading of Swift files costs, apart from all that follows.
package enum SwiftScanning {
  /// The number of types and extensions that a file declares. Complexity: O(n) in its size.
  package static func count(_ file: SourceFile) -> Int {
    DeclarationReader.read(SwiftSource(SourceText(file, isSwift: true), file: 0)).types.count
  }
}
