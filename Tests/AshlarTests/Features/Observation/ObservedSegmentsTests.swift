import AshlarStore
import Shelves
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Collections that are large enough to be stored in segments, of which a commit writes only some.
@Suite("Observed collections in segments, compared with reading them again", .blocking)
struct ObservedSegmentsTests {
  private final class Mirror<C: RealmCollection, Row: Hashable> {
    private(set) var elements: [Row] = []
    private let row: (C.Element) -> Row
    /// Positions of the last call, of before it.
    var (removed, changed, replaced): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    /// What was modified or went since the last look, and in how many calls.
    var told: (elements: Set<Row>, calls: Int) = ([], 0)
    private(set) var replacements = 0
    private(set) var calls = 0
    var token: NotificationToken?

    init(_ collection: C, _ row: @escaping (C.Element) -> Row) {
      self.row = row
      token = collection.observe { [unowned self] in apply($0) }
    }

    private func apply(_ change: RealmCollectionChange<C>) {
      calls += 1
      switch change {
      case .initial(let collection): elements = collection.map(row)
      case .update(let collection, let deletions, let insertions, let modifications):
        let now: [Row] = collection.map(row)
        var left = elements
        for index in deletions.reversed() { left.remove(at: index) }
        let added = Set(insertions)
        (removed, changed, replaced) = (Set(deletions), Set(modifications), [])
        told.elements.formUnion((deletions + modifications).map { elements[$0] })
        told.calls += 1
        let stays = elements.indices.filter { !removed.contains($0) }
        let places = now.indices.filter { !added.contains($0) }
        #expect(places.count == stays.count, "as many stay as there are places")
        // Those that are replaced are modified where they stay.
        for (place, (old, new)) in zip(stays, places).enumerated() where left[place] != now[new] && changed.contains(old) {
          left[place] = now[new]
          replaced.insert(old)
        }
        for index in insertions { left.insert(now[index], at: index) }
        elements = left
        replacements += replaced.count
      case .error: Issue.record("an error")
      }
    }
  }

  @Test("moves, insertions, deletions and modifications in lists of objects are notified, after one commit or several")
  func objects() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let watched = try Watched()
    let realm = watched.realm
    let shelf = try realm.write {
      let shelf = realm.create(Shelf.self)
      for index in 0..<3_000 { shelf.thingList.append(realm.create(Thing.self, value: ["weight": index])) }
      return shelf
    }
    let mirror = Mirror(shelf.thingList) { $0._rowAccess.key }
    realm.refresh()
    for step in 0..<rounds(.observedSegments) {
      let label: Comment = "step \(step), seed \(seed)"
      let before = mirror.elements
      var stored: Set<Int64> = []
      mirror.told = ([], 0)
      for _ in 0...random.below(2) {
        let writer = random.once(in: 2) ? realm : watched.other
        try writer.write {
          let list = writer.objects(Shelf.self)[0].thingList
          for _ in 0...random.below(3) {
            switch random.below(7) {
            case 0: list.move(from: random.below(list.count), to: random.below(list.count))
            case 1: list.swapAt(random.below(list.count), random.below(list.count))
            case 2: list.insert(list[random.below(list.count)], at: random.below(list.count + 1))
            case 3: list.remove(at: random.below(list.count))
            case 4: list[random.below(list.count)] = list[random.below(list.count)]
            case 5: list.insert(writer.create(Thing.self, value: ["weight": 10_000 + step]), at: random.below(list.count + 1))
            default:
              let thing = list[random.below(list.count)]
              thing.weight += 100_000
              stored.insert(thing._rowAccess.key)
            }
          }
        }
      }
      realm.refresh()
      #expect(mirror.elements == Array(shelf.thingList).map(\._rowAccess.key), label)
      // A write tells what others have committed before it begins: then there are two calls.
      for (position, key) in before.enumerated() where stored.contains(key) {
        #expect(mirror.told.elements.contains(key), label)
        if mirror.told.calls == 1 { #expect(mirror.changed.contains(position) || mirror.removed.contains(position), label) }
      }
      if mirror.told.calls == 1 {
        for position in mirror.changed {
          #expect(stored.contains(before[position]) || mirror.replaced.contains(position), label)
        }
      }
    }
    #expect(mirror.calls > 50)
  }

  @Test("a segment that a commit did not write is taken from the version before")
  func shared() throws {
    let realm = try Watched().realm
    let shelf = try realm.write {
      let shelf = realm.create(Shelf.self)
      for index in 0..<20_000 { shelf.maybeInts.append(index) }
      return shelf
    }
    let managed = try #require(shelf.maybeInts.managed)
    guard case .values(let before) = managed.observed(since: .none) else { return #expect(Bool(false)) }
    try realm.write { shelf.maybeInts[10_000] = -1 }
    guard case .values(let after) = managed.observed(since: .values(before)) else { return #expect(Bool(false)) }
    #expect(before.parts.count > 10)
    #expect(before.gaps(to: after).reduce(0) { $0 + $1.old.count } <= 2, "one segment was written")
    #expect(RowEdits(from: before, to: after, pairs: true, modified: []) == RowEdits(modifications: [10_000]))
  }

  @Test("lists and sets of values")
  func values() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try Watched().realm
    let shelf = try realm.write {
      let shelf = realm.create(Shelf.self)
      for index in 0..<2_000 {
        shelf.maybeInts.append(index % 7 == 0 ? nil : index % 900)
        shelf.maybeTexts.append(index % 5 == 0 ? nil : "text that is not short \(index % 300)")
        shelf.ints.insert(index)
        shelf.texts.insert("text \(index)")
      }
      return shelf
    }
    let (ints, texts) = (Mirror(shelf.maybeInts) { $0 }, Mirror(shelf.maybeTexts) { $0 })
    let (intSet, textSet) = (Mirror(shelf.ints) { $0 }, Mirror(shelf.texts) { $0 })
    realm.refresh()
    for step in 0..<rounds(.observedSegments) {
      let label: Comment = "step \(step), seed \(seed)"
      try realm.write {
        for _ in 0...random.below(3) {
          let (at, to) = (random.below(shelf.maybeInts.count), random.below(shelf.maybeInts.count))
          switch random.below(5) {
          case 0: shelf.maybeInts.move(from: at, to: to)
          case 1: shelf.maybeInts[at] = random.below(900)
          case 2:
            shelf.maybeTexts.insert("another \(random.below(20))", at: random.below(shelf.maybeTexts.count + 1))
            shelf.maybeTexts[random.below(shelf.maybeTexts.count)] = "replaced \(step)"
          case 3:
            shelf.ints.insert(10_000 + random.below(9_000))
            shelf.ints.remove(random.below(2_000))
          default:
            shelf.texts.insert("text \(random.below(9_000))")
            shelf.texts.remove("text \(random.below(2_000))")
          }
        }
      }
      realm.refresh()
      #expect(ints.elements == Array(shelf.maybeInts), label)
      #expect(texts.elements == Array(shelf.maybeTexts), label)
      #expect(intSet.elements == Array(shelf.ints), label)
      #expect(textSet.elements == Array(shelf.texts), label)
    }
    #expect(ints.replacements > 0 && texts.replacements > 0, "a value that another one replaces is modified")
    #expect(intSet.replacements == 0 && textSet.replacements == 0, "of sets none is")
  }
}
