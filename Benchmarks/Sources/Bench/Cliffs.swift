import Ashlar
import BenchCliffs
import Foundation

private let heldCommits = 2_000

/// Numbers in no order, each once, and others than those of `scattered`.
private func spread(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0xC2B2_AE3D_27D4_EB4F) }

private func key(_ number: Int) -> String { "key-\(String(format: "%07d", number))" }

extension Harness {
  /// W26: what other workloads do not measure at all, or not with as many elements as there are rows.
  func cliffs() throws {
    try observeAll()
    try largeMap()
    try longText()
    try scatteredInserts()
    try heldVersion()
    try refilled()
    try unsyncedPoolWrites()
    try remove("cliffs")
  }

  /// One map that has an entry for each row: added with its object, and changed by commits of one entry.
  private func largeMap() throws {
    try remove("cliffs")
    let realm = try open("cliffs", [Register.self])
    func register() -> Register {
      let register = Register()
      for number in 0..<rows { register.scores[key(number)] = number }
      return register
    }
    let times = try (0..<4).map { _ in
      let added = register()
      let seconds = try time { try realm.write { realm.add(added) } }
      try realm.write { realm.delete(added) }
      return seconds
    }
    report("W26_map_add", operations: rows, Array(times.dropFirst()))
    let large = register()
    try realm.write { realm.add(large) }
    var random = XorShift(XorShift.seed &+ 26)
    try commits("W26_map_change_commit", 500) {
      let number = Int(random.next() % UInt64(rows))
      try realm.write { large.scores[key(number)] = Int(random.next() % 1_000_000) }
    }
  }

  /// Conditions on text with accents, and on text of 10 KB, which every hundredth row has.
  private func longText() throws {
    try remove("cliffs")
    let realm = try open("cliffs", [Title.self, Article.self])
    let articles = max(100, rows / 100)
    let words = String(repeating: "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ", count: 180)
    try realm.write {
      for id in 0..<rows {
        let title = Title()
        (title.id, title.text) = (id, "Société \(id) à Orléans")
        realm.add(title)
      }
      for id in 0..<articles {
        let article = Article()
        (article.id, article.text) = (id, words + "Article \(id)")
        realm.add(article)
      }
    }
    run("W26_contains_cd_accents", operations: rows) {
      time {
        sink(
          realm.objects(Title.self).where { $0.text.contains("SOCIETE 4242", options: [.caseInsensitive, .diacriticInsensitive]) }.count)
      }
    }
    run("W26_contains_c_10kb", operations: articles) {
      time { sink(realm.objects(Article.self).where { $0.text.contains("ARTICLE 42", options: .caseInsensitive) }.count) }
    }
  }

  /// All rows in one transaction into a new file, without and with indexes of two properties whose values are in no order; the sizes.
  private func scatteredInserts() throws {
    try alternately(
      "W26_insert_scattered", "W26_insert_scattered_indexed", operations: rows, { try insertScattered() }, { try insertIndexed() })
    _ = try insertScattered()
    try reportSize("W26_size_scattered", of: "cliffs")
    _ = try insertIndexed()
    try reportSize("W26_size_scattered_indexed", of: "cliffs")
  }

  private func insertScattered() throws -> Double {
    try remove("cliffs")
    let realm = try open("cliffs", [ScatteredRow.self])
    return try time { try fill(realm) }
  }

  private func fill(_ realm: Realm) throws {
    try realm.write {
      for id in 0..<rows {
        let row = ScatteredRow()
        (row.id, row.number, row.code, row.name) = (id, scattered(id), spread(id), "row \(id)")
        realm.add(row)
      }
    }
  }

  private func insertIndexed() throws -> Double {
    try remove("cliffs")
    let realm = try open("cliffs", [IndexedRow.self])
    return try time {
      try realm.write {
        for id in 0..<rows {
          let row = IndexedRow()
          (row.id, row.number, row.code, row.name) = (id, scattered(id), spread(id), "row \(id)")
          realm.add(row)
        }
      }
    }
  }

  /// By how much commits of one property extend a file of which the version before them is held.
  private func heldVersion() throws {
    _ = try insertScattered()
    let realm = try open("cliffs", [ScatteredRow.self])
    let held = realm.freeze()
    let before = try size(of: "cliffs")
    var random = XorShift(XorShift.seed &+ 27)
    for number in 0..<heldCommits {
      let id = Int(random.next() % UInt64(rows))
      try realm.write { realm.object(ofType: ScatteredRow.self, forPrimaryKey: id)?.number = number }
    }
    reportBytes("W26_growth_held", try size(of: "cliffs") - before)
    withExtendedLifetime(held) {}
  }

  /// The size of a file that was filled, and of one that was filled, emptied and filled again.
  private func refilled() throws {
    _ = try insertScattered()
    try reportSize("W26_size_filled", of: "cliffs")
    let realm = try open("cliffs", [ScatteredRow.self])
    try realm.write { realm.deleteAll() }
    try fill(realm)
    try reportSize("W26_size_refilled", of: "cliffs")
  }
}
