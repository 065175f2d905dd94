import AshlarSchema
import CAshlar

/// A column whose cells are links or slots, which `ClusterCheck` validates.
struct CheckedColumn {
  enum Kind {
    case links
    case slots
    case collections(ashlar_element)
  }

  let ordinal: Int
  let kind: Kind

  init?(_ layout: ColumnLayout, _ ordinal: Int) {
    self.ordinal = ordinal
    switch layout.kind {
    case .scalar, .date: return nil
    case .link, .embedded: kind = .links
    case .string, .data, .any: kind = .slots
    case .list, .set, .map:
      guard let element = layout.element else { return nil }
      kind = .collections(element.check)
    }
  }
}
