import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies collections whose elements change their width: integers whose size changes, and elements that become optional or required. A nil
/// that is no longer allowed becomes the zero value of the type, as for a property.
struct CollectionRewrite {
  private let run: MigrationRun

  private let sides: MigrationRun.Sides

  init(_ run: MigrationRun, _ sides: MigrationRun.Sides) {
    self.run = run
    self.sides = sides
  }

  func copyAll() {
    for column in sides.migration.rewrittenColumns { _ = run.storing { try copy(column) } }
  }

  private func copy(_ names: (before: Int, from: String, after: Int, to: String)) throws {
    guard let old = sides.old.entity(names.before), let new = sides.new.entity(names.after),
      let from = old.model.columns.firstIndex(where: { $0.storedName == names.from }),
      let to = new.model.columns.firstIndex(where: { $0.storedName == names.to })
    else { return }
    let property = new.model.columns[to]
    let zero = property.isOptional ? nil : CollectionRewrite.zero(property.type)
    let total = sides.old.session.count(names.before)
    var done = 0
    try sides.old.session.forEachRow(names.before) { key, row in
      try run.stepped(.objects, new.model.name, done, of: total, sides)
      done += 1
      guard let found = try sides.new.session.locate(names.after, key) else { return }
      guard let collection = DynamicObject(row, sides.old)._value(at: from) as? _CollectionBase else { return }
      let elements = collection._untyped
      if elements.isEmpty { return }
      let value: Any =
        collection is any RealmKeyedCollection
        ? _MapEntries(elements.compactMap { $0 as? UntypedEntry }.map { (key: $0.key, value: filled($0.value, zero)) })
        : elements.map { filled($0, zero) }
      var reading = ValueReading(assigningIn: sides.new, checksCases: false)
      do throws(UsageError) {
        try reading.set(value, to, to: DynamicObject(found, sides.new))
      } catch {
        run.fail(error)
        throw MigrationRun.Stopped()
      }
    }
    try run.ended(.objects, new.model.name, total)
  }

  private func filled(_ element: Any, _ zero: Any?) -> Any {
    guard let zero, case .null = Untyped(element) else { return element }
    return zero
  }

  private static func zero(_ type: ValueType) -> Any? {
    switch type.form {
    case .bool: false
    case .integer: 0
    case .float: Float(0)
    case .double: 0.0
    case .string: ""
    case .data: Data()
    case .date: Date(timeIntervalSince1970: 0)
    case .decimal: Decimal128()
    case .objectId: ObjectId()
    case .uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case .object, .any: nil
    }
  }
}
