import AshlarSchema
import AshlarStore

/// The edits between two versions of a map, as keys in ascending order.
struct MapEdits: ContentsEdits {
  var deletions: [String] = []
  var insertions: [String] = []
  var modifications: [String] = []

  var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }

  init() {}

  /// Creates the edits between two versions of the entries, which are in ascending order of keys.
  /// - Parameter isModified: Whether an entry with an unchanged value is reported as modified.
  init(
    from old: [(key: String, value: ObservedValue)], to now: [(key: String, value: ObservedValue)], isModified: (ObservedValue) -> Bool
  ) {
    var (i, j) = (0, 0)
    while i < old.count || j < now.count {
      if i < old.count, j < now.count, TextKey(text: old[i].key) == TextKey(text: now[j].key) {
        if old[i].value != now[j].value || isModified(now[j].value) { modifications.append(now[j].key) }
        i += 1
        j += 1
      } else if j == now.count || i < old.count && old[i].key.isBefore(now[j].key) {
        deletions.append(old[i].key)
        i += 1
      } else {
        insertions.append(now[j].key)
        j += 1
      }
    }
  }
}
