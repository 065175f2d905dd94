import AshlarSchema
import AshlarStore

/// A test of each value of a column of the scanned table, for tests that have no vectorized scan.
final class CellScan {
  private let column: Int
  private let layout: ColumnLayout
  private let test: any ValueTest

  init(_ column: Int, _ layout: ColumnLayout, _ test: any ValueTest) {
    self.column = column
    self.layout = layout
    self.test = test
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let offset = cluster.columns[column]
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let cells = cluster.base + offset.offset
    let flags = layout.hasNullFlag ? cluster.base + offset.null : nil
    let (layout, test) = (layout, test)
    bits.filter(cluster.words) { slot in
      test.matches(CellValue(layout, cells + slot * layout.width, null: flags.map { $0 + slot }, home: home))
    }
  }
}

/// A test of a collection in a column of the scanned table: any value, any key, or the value at one index or key must pass.
final class ElementScan {
  private let column: Int
  private let element: ElementLayout
  private let type: ValueType
  private let selection: PropertyPath.Selection
  private let test: any ValueTest
  private let core: _RealmCore

  init?(_ path: PropertyPath, _ test: any ValueTest, _ core: _RealmCore) {
    guard path.isDirect, !path.hasInner, let element = path.layout?.element else { return nil }
    column = path.column
    self.element = element
    type = path.property.type
    selection = path.selection
    self.test = test
    self.core = core
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let cells = cluster.base + cluster.columns[column].offset
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let (session, element, type, test) = (core.session, element, type, test)
    func elements(_ slot: Int) -> StoredElements { StoredElements(session.elements(cells + slot * Slot.size, in: home, element), type) }
    switch selection {
    case .values:
      bits.filter(cluster.words) { slot in
        let elements = elements(slot)
        for index in 0..<elements.count where test.matches(elements.value(index)) { return true }
        return false
      }
    case .keys:
      bits.filter(cluster.words) { slot in
        let elements = elements(slot)
        for index in 0..<elements.count where test.matches(.text(elements.key(index))) { return true }
        return false
      }
    case .one(let place):
      bits.filter(cluster.words) { slot in
        let elements = elements(slot)
        return test.matches(elements.index(of: place).map(elements.value) ?? .null)
      }
    }
  }
}

/// A comparison of a number with the count of a collection in a column of the scanned table.
final class CountScan {
  private let column: Int
  private let element: ElementLayout
  private let comparison: Comparison
  private let number: Int
  private let core: _RealmCore

  init?(_ path: PropertyPath, _ comparison: Comparison, _ number: Int, _ core: _RealmCore) {
    guard path.isDirect, let element = path.layout?.element else { return nil }
    column = path.column
    self.element = element
    self.comparison = comparison
    self.number = number
    self.core = core
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let cells = cluster.base + cluster.columns[column].offset
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let (session, element, comparison, number) = (core.session, element, comparison, number)
    bits.filter(cluster.words) { slot in
      let count = session.elements(cells + slot * Slot.size, in: home, element).count
      return comparison.holds(count < number ? -1 : count == number ? 0 : 1)
    }
  }
}

/// A comparison of two columns of the scanned table.
final class PairScan {
  private let columns: (Int, Int)
  private let layouts: (ColumnLayout, ColumnLayout)
  private let comparison: Comparison
  private let isPlain: Bool

  init?(_ first: PropertyPath, _ comparison: Comparison, _ second: PropertyPath) {
    guard first.isDirect, second.isDirect, !first.isCollection, !second.isCollection, first.property.collection == .none,
      second.property.collection == .none, !first.hasInner, !second.hasInner, let a = first.layout, let b = second.layout
    else { return nil }
    columns = (first.column, second.column)
    layouts = (a, b)
    self.comparison = comparison
    isPlain = a.isWideInteger && b.isWideInteger
  }

  func evaluate(_ cluster: ScannedCluster, _ bits: inout ClusterBits) {
    let (a, b) = (cluster.columns[columns.0], cluster.columns[columns.1])
    let (first, second) = (cluster.base + a.offset, cluster.base + b.offset)
    let comparison = comparison
    if isPlain {
      bits.filter(cluster.words) { slot in
        let x = (first + slot * 8).load(as: Int64.self)
        let y = (second + slot * 8).load(as: Int64.self)
        return comparison.holds(x < y ? -1 : x == y ? 0 : 1)
      }
      return
    }
    let home = SlotHome(base: cluster.base, context: cluster.context)
    let layouts = layouts
    let flags = (
      layouts.0.hasNullFlag ? cluster.base + a.null : nil, layouts.1.hasNullFlag ? cluster.base + b.null : nil
    )
    bits.filter(cluster.words) { slot in
      comparison.holds(
        CellValue(layouts.0, first + slot * layouts.0.width, null: flags.0.map { $0 + slot }, home: home),
        CellValue(layouts.1, second + slot * layouts.1.width, null: flags.1.map { $0 + slot }, home: home))
    }
  }
}
