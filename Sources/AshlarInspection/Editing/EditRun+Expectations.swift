internal import Ashlar
internal import AshlarSchema

// Compares the stored objects with those that the actions of an edit expect.
extension EditRun {
  /// Throws a conflict that states both values unless the properties of an object have the expected values.
  func check(_ expected: [JSONValue.Member], _ object: DynamicObject, _ number: Int) throws(ViewFailure) {
    var conflicts: [JSONValue] = []
    for member in expected {
      let column = try column(member.name, of: object._model)
      let stored = EditForm.value(of: object, column)
      if EditForm.isSame(stored, member.value) { continue }
      conflicts.append(
        .members([
          "action": .count(number), "type": .string(object._model.name), "key": .digits(object._rowKey), "property": .string(member.name),
          "expected": member.value, "stored": stored, "storedCell": CellForm.row.cell(of: object, column), "gone": .bool(false),
        ]))
    }
    if conflicts.isEmpty { return }
    let names = expected.count == 1 ? "'\(object._model.name).\(expected[0].name)' was" : "The '\(object._model.name)' was"
    throw ViewFailure(.conflict, "\(names) changed in the meantime.", conflicts: .array(conflicts))
  }

  /// Returns the object with a row key. Throws a conflict if it does not exist.
  func object(_ model: EntityModel, _ key: Int64, _ number: Int) throws(ViewFailure) -> DynamicObject {
    if let found = _NamedType(model.name, in: realm).object(row: key) { return found }
    throw EditRun.gone(model.name, key, number)
  }

  /// Returns the conflict of an action with an object that does not exist.
  static func gone(_ type: String, _ key: Int64, _ number: Int) -> ViewFailure {
    ViewFailure(
      .conflict, "The '\(type)' was deleted in the meantime.",
      conflicts: .array([
        .members(["action": .count(number), "type": .string(type), "key": .digits(key), "property": .null, "gone": .bool(true)])
      ]))
  }
}
