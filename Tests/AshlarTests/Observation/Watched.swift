import Ashlar
import Collections
import Library
import People

/// Two instances of one database in memory, in the same thread: what one commits is of others for the other.
struct Watched {
  let realm: Realm
  let other: Realm

  init(_ name: String) throws {
    let types = PeopleSchema.objectTypes + CollectionsSchema.objectTypes
    realm = try memoryRealm(types, name)
    // Another set of types makes another instance.
    other = try memoryRealm(types + LibrarySchema.objectTypes, name)
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
