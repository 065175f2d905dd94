internal import Ashlar
internal import AshlarSchema

/// The objects that an edit has changed, with their values before it.
struct EditRecord {
  /// A property with its value before the edit.
  struct Change {
    let object: DynamicObject
    let column: Int
    let before: JSONValue

    /// Whether the object is an embedded object that has been removed with its owner, or replaced.
    var isOfRemovedPart: Bool { object.isInvalidated && object._model.kind == .embedded }
  }

  /// A deleted object with its values before the edit.
  struct Deletion {
    let type: EntityModel
    let key: String
    let values: [JSONValue.Member]
  }

  /// The properties that actions have set.
  var changed: [Change] = []
  /// The properties that link to deleted objects: a deletion changes them.
  var links: [Change] = []
  /// The objects that actions have deleted.
  var deleted: [Deletion] = []
  /// The objects that actions have inserted, some of which may have been deleted later.
  var created: [DynamicObject] = []
}
