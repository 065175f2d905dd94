extension PropertyModel {
  /// Whether a decoded or imported object has a default for the property if its input lacks the property: the schema declares a default, or
  /// the property is a required UUID or ObjectId, for which each new object has a new value.
  ///
  /// False for collections, although they are empty in new objects: otherwise, an update whose input lacks the collection would empty the
  /// stored one.
  package var hasDefaultForAbsentKeys: Bool { collection == .none && (defaultValue != nil || freshDefault != nil) }

  /// The default of a required UUID or ObjectId for which the schema states none; nil for other properties.
  package var freshDefault: DefaultValue? {
    guard defaultValue == nil, !isOptional, collection == .none else { return nil }
    return type == .uuid ? .newUUID : type == .objectId ? .newObjectId : nil
  }
}
