import Foundation
import RealmSwift

/// The entries that a list shows.
struct EntryFilter {
  var text: String?
  var moods: [Mood] = []
  var author: Author?
  var since: Date?

  var predicate: NSPredicate {
    var parts: [NSPredicate] = []
    if let text {
      parts.append(NSPredicate(format: "title CONTAINS[cd] %@ OR ANY tags == %@", text, text))
    }
    if !moods.isEmpty {
      parts.append(NSCompoundPredicate(orPredicateWithSubpredicates: moods.map { NSPredicate(format: "%K == %@", "mood", $0.rawValue) }))
    }
    if let author { parts.append(NSPredicate(format: "author == %@", author)) }
    if let since { parts.append(NSPredicate(format: "written >= %@", since as NSDate)) }
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  /// All that the filter leaves out.
  var opposite: NSPredicate { NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
}

extension NSPredicate {
  static func && (a: NSPredicate, b: NSPredicate) -> NSPredicate { NSCompoundPredicate(type: .and, subpredicates: [a, b]) }
}
