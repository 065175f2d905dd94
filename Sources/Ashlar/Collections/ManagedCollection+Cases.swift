import AshlarSchema
import AshlarStore

// Collections of an enum that were read by name have its raw values as their elements.
extension _ManagedCollection {
  /// Stops the program if a raw value that is to be stored is none of the column's enum.
  @inline(__always) func checkCase<Element: RealmCollectionValue>(_ element: Element) {
    if entity.readable.hasCases { checkRawValues(CollectionOfOne(element)) }
  }

  /// The same for several.
  @inline(__always) func checkCases<Element: RealmCollectionValue>(_ elements: [Element]) {
    if entity.readable.hasCases { checkRawValues(elements) }
  }

  @inline(never) private func checkRawValues<C: Collection>(_ elements: C) where C.Element: RealmCollectionValue {
    // Elements of the enum's own type are cases. A migration checks the values that code sets, and carries those of the file.
    guard !core.parts.isMigrating, let cases = entity.readable.columns[column].cases, C.Element.PersistedType.self == C.Element.self
    else {
      return
    }
    for element in elements {
      let value = Untyped(element as Any)
      if !cases.admits(value, type) { misuse(.noCase(type: cases.name, value: value.text, property: entity.label(column))) }
    }
  }
}
