import AshlarSchema
import AshlarStore

// Collections of an enum that are accessed by name contain raw values.
extension _ManagedCollection {
  /// Stops the program if `element` is a raw value that no case of the column's enum has.
  @inline(__always) func checkCase<Element: RealmCollectionValue>(_ element: Element) {
    if entity.readable.hasCases { checkRawValues(CollectionOfOne(element)) }
  }

  /// Like `checkCase`, for several elements.
  @inline(__always) func checkCases<Element: RealmCollectionValue>(_ elements: [Element]) {
    if entity.readable.hasCases { checkRawValues(elements) }
  }

  @inline(never) private func checkRawValues<C: Collection>(_ elements: C) where C.Element: RealmCollectionValue {
    // Elements of the enum's own type are always cases. A migration checks the values that migration code sets, and copies the values of
    // the file without a check.
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
