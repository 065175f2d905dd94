import Ashlar
import Library
import People
import Shelves

/// Two instances of one database in memory, in the same thread: what one commits is of others for the other.
struct Watched {
  let realm: Realm
  let other: Realm

  /// Of people, their dogs and addresses, and of all kinds of collections.
  init(_ name: String) throws {
    let types = PeopleSchema.objectTypes + CollectionsSchema.objectTypes
    try self.init(name, types, others: types + LibrarySchema.objectTypes)
  }

  /// Another set of types makes another instance.
  init(_ name: String, _ types: [ObjectBase.Type], others: [ObjectBase.Type]) throws {
    realm = try memoryRealm(types, name)
    other = try memoryRealm(others, name)
  }

  /// Of people, their dogs and addresses alone.
  static func people() throws -> Watched {
    try Watched(
      "watched \(ObjectId.generate())", PeopleSchema.objectTypes, others: PeopleSchema.objectTypes + CollectionsSchema.objectTypes)
  }

  init() throws { try self.init("watched \(ObjectId.generate())") }
}

/// What a block was told, one text a call.
final class Calls {
  var list: [String] = []

  func take() -> [String] {
    defer { list = [] }
    return list
  }

  func add<C>(_ change: RealmCollectionChange<C>) {
    switch change {
    case .initial: list.append("initial")
    case .update(_, let deletions, let insertions, let modifications): list.append("-\(deletions) +\(insertions) ~\(modifications)")
    case .error: list.append("error")
    }
  }

  func add<M>(_ change: RealmMapChange<M>) {
    switch change {
    case .initial: list.append("initial")
    case .update(_, let deletions, let insertions, let modifications): list.append("-\(deletions) +\(insertions) ~\(modifications)")
    case .error: list.append("error")
    }
  }

  func add<T>(_ change: ObjectChange<T>) {
    switch change {
    case .change(_, let properties):
      list.append(
        properties.map { "\($0.name): \($0.oldValue.map { "\($0)" } ?? "nil") → \($0.newValue.map { "\($0)" } ?? "nil")" }.joined(
          separator: ", "))
    case .deleted: list.append("deleted")
    case .error: list.append("error")
    }
  }
}
