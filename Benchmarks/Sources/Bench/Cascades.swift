import Ashlar
import BenchRules
import Foundation

/// How many rows there are. Each parent has ten children; every hundredth remains, so that no deletion is that of a whole table.
private struct Families {
  static let childrenEach = 10
  let parents: Int

  init(rows: Int) { parents = max(1, rows / Families.childrenEach) }

  var children: Int { parents * Families.childrenEach }
  var remainingParents: Int { parents / 100 + 1 }
  var remainingChildren: Int { remainingParents * Families.childrenEach }
  var deleted: Int { parents + children }

  /// The parent of a child. The children of a parent are as far from each other as there are parents.
  func parent(of child: Int) -> Int {
    child < children ? child % parents : parents + (child - children) % remainingParents
  }
}

extension Harness {
  /// W24: children that are deleted with their parents, and the same rows deleted by calls.
  func cascades() throws {
    let families = Families(rows: rows)
    try fillRuled(families)
    try fillUnruled(families)
    try alternately(
      "W24_cascade_by_hand", "W24_cascade", operations: families.deleted,
      {
        let realm = try copied("unruled", [FreeParent.self, FreeChild.self])
        let doomed = try UnruledFamilies(realm, families.parents, families.children)
        let seconds = try time { try doomed.delete() }
        try check("W24_cascade_by_hand", realm.objects(FreeChild.self).count, families.remainingChildren)
        return seconds
      },
      {
        let realm = try copied("rules", [RuledParent.self, RuledChild.self])
        let doomed = try RuledFamilies(realm, families.parents)
        let seconds = try time { try doomed.delete() }
        try check("W24_cascade", realm.objects(RuledChild.self).count, families.remainingChildren)
        return seconds
      })
    try cascadeMemory(families)
    try singleDeletions(families)
    try remove("deleted")
  }

  /// The memory of the same deletions, each in a process that has done nothing before.
  private func cascadeMemory(_ families: Families) throws {
    #if os(Linux)
      for (form, name) in [("hand", "unruled"), ("cascade", "rules")] {
        try copyFile(name)
        let arguments = ["--delete", form, file("deleted").path, "\(families.parents)", "\(families.children)"]
        let child = try Process.run(URL(fileURLWithPath: CommandLine.arguments[0]), arguments: arguments)
        child.waitUntilExit()
        guard child.terminationStatus == 0 else { throw BenchError.processFailed("--delete \(form)") }
      }
    #endif
  }

  /// Deletes one object after the other, the children of each parent before it.
  private func singleDeletions(_ families: Families) throws {
    let unruled = try open("unruled", [FreeParent.self, FreeChild.self])
    let ruled = try open("rules", [RuledParent.self, RuledChild.self])
    let parents = min(families.parents, 100_000 / (Families.childrenEach + 1))
    try alternately(
      "W24_delete_singly_without_rules", "W24_delete_singly", operations: parents * (Families.childrenEach + 1),
      { try deleteSingly(unruled, FreeParent.self, FreeChild.self, families, parents) },
      { try deleteSingly(ruled, RuledParent.self, RuledChild.self, families, parents) })
  }

  @inline(__always)
  private func deleteSingly<Parent: Object, Child: Object>(
    _ realm: Realm, _ parent: Parent.Type, _ child: Child.Type, _ families: Families, _ count: Int
  ) throws -> Double {
    try inCancelledWrite(realm) {
      for number in 0..<count {
        for id in stride(from: number, to: families.children, by: families.parents) {
          guard let object = realm.object(ofType: child, forPrimaryKey: id) else { throw BenchError.rowMissing(id) }
          realm.delete(object)
        }
        guard let object = realm.object(ofType: parent, forPrimaryKey: number) else { throw BenchError.rowMissing(number) }
        realm.delete(object)
      }
    }
  }

  /// W24: a chain, all of which goes with its first object.
  func chain() throws {
    try remove("rules")
    do {
      let realm = try open("rules", [ChainLink.self])
      try realm.write {
        var next: ChainLink?
        for number in (0..<rows).reversed() {
          let link = ChainLink()
          link.value = number
          link.next = next
          realm.add(link)
          next = link
        }
      }
    }
    try run("W24_cascade_chain", operations: rows) {
      let realm = try copied("rules", [ChainLink.self])
      guard let first = realm.objects(ChainLink.self).where({ $0.value == 0 }).first else { throw BenchError.rowMissing(0) }
      let seconds = try time { try realm.write { realm.delete(first) } }
      try check("W24_cascade_chain", realm.objects(ChainLink.self).count, 0)
      return seconds
    }
    try remove("deleted")
  }

  private func check(_ name: String, _ counted: Int, _ expected: Int) throws {
    guard counted == expected else { throw BenchError.rowsRemain(name, counted: counted, expected: expected) }
  }

  private func copyFile(_ name: String) throws {
    try remove("deleted")
    try FileManager.default.copyItem(at: file(name), to: file("deleted"))
  }

  /// A Realm on a copy of a file.
  private func copied(_ name: String, _ types: [ObjectBase.Type]) throws -> Realm {
    try copyFile(name)
    return try open("deleted", types)
  }

  private func fillRuled(_ families: Families) throws {
    try fill("rules", families, { RuledParent() }, { RuledChild() }) { parent, id in
      (parent.id, parent.name) = (id, "Parent \(id)")
    } child: { child, id, parent in
      (child.id, child.value, child.parent) = (id, scattered(id), parent)
    }
  }

  private func fillUnruled(_ families: Families) throws {
    try fill("unruled", families, { FreeParent() }, { FreeChild() }) { parent, id in
      (parent.id, parent.name) = (id, "Parent \(id)")
    } child: { child, id, parent in
      (child.id, child.value, child.parent) = (id, scattered(id), parent)
    }
  }

  /// Makes a file with all parents and children.
  private func fill<Parent: Object, Child: Object>(
    _ name: String, _ families: Families, _ newParent: () -> Parent, _ newChild: () -> Child, parent setParent: (Parent, Int) -> Void,
    child setChild: (Child, Int, Parent) -> Void
  ) throws {
    try remove(name)
    let realm = try open(name, [Parent.self, Child.self])
    try realm.write {
      var parents: [Parent] = []
      for id in 0..<families.parents + families.remainingParents {
        let parent = newParent()
        setParent(parent, id)
        realm.add(parent)
        parents.append(parent)
      }
      for id in 0..<families.children + families.remainingChildren {
        let child = newChild()
        setChild(child, id, parents[families.parent(of: id)])
        realm.add(child)
      }
    }
  }
}

/// The parents to be deleted, whose children go with them.
private struct RuledFamilies {
  private let realm: Realm
  private let parents: Results<RuledParent>

  init(_ realm: Realm, _ parents: Int) throws {
    self.realm = realm
    self.parents = realm.objects(RuledParent.self).where { $0.id < parents }
    // Found before the time is taken.
    guard self.parents.count == parents else { throw BenchError.rowMissing(parents) }
  }

  func delete() throws {
    try realm.write { realm.delete(parents) }
  }
}

/// The parents to be deleted, and their children.
private struct UnruledFamilies {
  private let realm: Realm
  private let parents: Results<FreeParent>
  private let children: Results<FreeChild>

  init(_ realm: Realm, _ parents: Int, _ children: Int) throws {
    self.realm = realm
    self.parents = realm.objects(FreeParent.self).where { $0.id < parents }
    self.children = realm.objects(FreeChild.self).where { $0.id < children }
    guard self.parents.count == parents, self.children.count == children else { throw BenchError.rowMissing(children) }
  }

  func delete() throws {
    try realm.write {
      realm.delete(children)
      realm.delete(parents)
    }
  }
}

/// `bench --delete cascade|hand FILE PARENTS CHILDREN` deletes these parents with their children, and prints the most memory that the
/// process had meanwhile, more than before.
func deleteAlone(_ arguments: [String]) throws {
  guard arguments.count == 4, let parents = Int(arguments[2]), let children = Int(arguments[3]) else {
    throw BenchError.badNumber(arguments.joined(separator: " "))
  }
  let isCascade = arguments[0] == "cascade"
  let types: [ObjectBase.Type] = isCascade ? [RuledParent.self, RuledChild.self] : [FreeParent.self, FreeChild.self]
  var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: arguments[1]), objectTypes: types)
  configuration.durability = .unsynced
  let realm = try Realm(configuration: configuration)
  let before: Int
  let meter: MemoryMeter
  if isCascade {
    let doomed = try RuledFamilies(realm, parents)
    before = try ownMemory()
    meter = MemoryMeter(ownMemory)
    try doomed.delete()
  } else {
    let doomed = try UnruledFamilies(realm, parents, children)
    before = try ownMemory()
    meter = MemoryMeter(ownMemory)
    try doomed.delete()
  }
  let bytes = max(0, meter.end() - before)
  Harness(rows: children, folder: URL(fileURLWithPath: "."), only: [])
    .reportBytes(isCascade ? "W24_cascade_memory" : "W24_cascade_by_hand_memory", bytes)
}
