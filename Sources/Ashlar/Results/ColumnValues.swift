import AshlarSchema
import AshlarStore

/// Reads one property of all rows of results by name.
///
/// The rows are read through one accessor, so no accessor is allocated for each element. This is possible only if the program cannot
/// observe the shared accessor: a handwritten class may override the subscript by which properties are read, and links and collections
/// refer to their owner.
enum ColumnValues {
  /// Returns the values of a property, in which `Any?.none` represents nil; returns nil if the elements must be read one by one.
  static func values<Elements: RealmCollection>(_ elements: Elements, _ key: String) -> [Any]? {
    guard let results = elements as? Results<Elements.Element>, let core = results._resultsCore.core else { return nil }
    if case .values = results._resultsCore.source { return nil }
    let entity = results._resultsCore.entity
    guard isRead(through: Elements.Element.self, entity), let column = entity.ordinal(named: key), hasPlainValues(entity.forms[column])
    else { return nil }
    var iteration = _Iteration(results._resultsCore.makeSource(), core: core)
    guard iteration.nextRow() else { return [] }
    let accessor = DynamicObject(iteration.row, core)
    var values: [Any] = []
    repeat {
      accessor._rowAccess = iteration.row
      values.append(accessor._value(at: column, entity, boxesNumbers: true) ?? Any?.none as Any)
    } while iteration.nextRow()
    return values
  }

  // Whether reading by name calls no code of the program. A generated class does not override the subscript, and an extension cannot; for a
  // subclass of a generated class, `type` differs from the entity's type.
  private static func isRead(through type: Any.Type, _ entity: _Entity) -> Bool {
    if type == DynamicObject.self { return true }
    return type == entity.type && entity.handwritten == nil
  }

  private static func hasPlainValues(_ form: PropertyForm) -> Bool {
    if form.collection != .none { return false }
    switch form.type.form {
    case .bool, .integer, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid: return true
    case .object, .any: return false
    }
  }
}
