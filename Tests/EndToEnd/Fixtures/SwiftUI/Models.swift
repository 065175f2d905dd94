import RealmSwift

final class Item: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) var _id: ObjectId
  @Persisted var name = ""
  @Persisted var isFavorite = false
  @Persisted var count = 0
  @Persisted var owner: Person?
  @Persisted var tags: MutableSet<String>
  @Persisted var notes: Map<String, String>
  @Persisted(originProperty: "items") var group: LinkingObjects<ItemGroup>
}

final class Person: Object, ObjectKeyIdentifiable {
  @Persisted var name = ""
  @Persisted var address: PostalAddress?
}

final class PostalAddress: EmbeddedObject, ObjectKeyIdentifiable {
  @Persisted var street = ""
}

final class ItemGroup: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) var _id: ObjectId
  @Persisted var items = RealmSwift.List<Item>()
}

final class ItemCard: Projection<Item>, ObjectKeyIdentifiable {
  @Projected(\Item.name) var title
  @Projected(\Item.count) var count
}
