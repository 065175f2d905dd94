import Foundation

/// The edits between two versions of sections.
struct SectionEdits: ContentsEdits {
  var deletions: [IndexPath] = []
  var insertions: [IndexPath] = []
  var modifications: [IndexPath] = []
  var sectionsToInsert = IndexSet()
  var sectionsToDelete = IndexSet()

  var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && sectionsToInsert.isEmpty && sectionsToDelete.isEmpty
  }

  /// Returns the number of deleted rows, including those of deleted sections.
  func deletedRows<Row>(of old: [[Row]]) -> Int { sectionsToDelete.reduce(deletions.count) { $0 + old[$1].count } }

  /// Creates the edits of all sections. Sections whose relative order changed are deleted and inserted; as many sections as possible stay.
  /// - Parameter rows: Computes the edits of one section's rows.
  init<Key: Hashable, Row>(
    from old: (keys: [Key], rows: [[Row]]), to new: (keys: [Key], rows: [[Row]]), _ rows: ([Row], [Row]) -> RowEdits
  ) {
    var (i, j) = (0, 0)
    for match in RowEdits.matches(old.keys, new.keys, mayMove: { _ in true }) + [(old.keys.count, new.keys.count)] {
      if i < match.old { sectionsToDelete.insert(integersIn: i..<match.old) }
      while j < match.new {
        insert(j, new.rows[j].count)
        j += 1
      }
      if match.old < old.keys.count { add(rows(old.rows[match.old], new.rows[match.new]), match.old, match.new) }
      (i, j) = (match.old + 1, match.new + 1)
    }
  }

  /// Creates the edits of one section from its old and new rows and positions; `old` or `new` is nil if the section does not exist in that
  /// version.
  init<Row>(ofOne old: (rows: [Row], position: Int)?, _ new: (rows: [Row], position: Int)?, _ rows: ([Row], [Row]) -> RowEdits) {
    switch (old, new) {
    case (let old?, let new?): add(rows(old.rows, new.rows), old.position, new.position)
    case (let old?, nil): sectionsToDelete.insert(old.position)
    case (nil, let new?): insert(new.position, new.rows.count)
    case (nil, nil): break
    }
  }

  mutating func insert(_ section: Int, _ count: Int) {
    sectionsToInsert.insert(section)
    insertions += (0..<count).map { IndexPath(item: $0, section: section) }
  }

  mutating func add(_ edits: RowEdits, _ old: Int, _ new: Int) {
    deletions += edits.deletions.map { IndexPath(item: $0, section: old) }
    insertions += edits.insertions.map { IndexPath(item: $0, section: new) }
    modifications += edits.modifications.map { IndexPath(item: $0, section: old) }
  }
}
