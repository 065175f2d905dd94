extension PropertyModel {
  /// Whether a decoded or imported object has a default where its input does not name the property: the schema states one, or the property
  /// is a required UUID or ObjectId, of which new objects have a fresh one.
  ///
  /// A collection is not included, although new objects have an empty one: with an update, an input that lacks it would empty the stored
  /// one.
  package var hasDefaultForAbsentKeys: Bool { collection == .none && (defaultValue != nil || freshDefault != nil) }

  /// The default of a required UUID or ObjectId for which the schema states none.
  package var freshDefault: DefaultValue? {
    guard defaultValue == nil, !isOptional, collection == .none else { return nil }
    return type == .uuid ? .newUUID : type == .objectId ? .newObjectId : nil
  }
}
