/// The values of a tree that has few of them. Those in leaves were copied; others are read when they are needed.
package struct FoundValues {
  package struct Value {
    package let key: [UInt8]
    package let place: ValuePlace
    private let copied: [UInt8]?

    init(_ entry: TreeWalk.Entry, _ pages: FilePages) {
      key = Array(entry.key)
      place = ValuePlace(entry, pages)
      copied = entry.page.isOverflow(entry.index) ? nil : Array(entry.page.data(entry.index))
    }

    package func bytes(_ pages: FilePages) throws(StoreError) -> [UInt8] { if let copied { copied } else { try place.bytes(pages) } }
  }

  /// The values, in ascending order of keys.
  package private(set) var all: [Value] = []

  mutating func add(_ entry: TreeWalk.Entry, _ pages: FilePages) { all.append(Value(entry, pages)) }

  /// Returns the value with a name; nil if there is none.
  package subscript(_ name: String) -> Value? { all.first { $0.key.elementsEqual(name.utf8) } }
}
