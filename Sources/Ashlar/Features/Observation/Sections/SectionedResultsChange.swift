public import Foundation

/// A change that an observer of sections receives.
///
/// ```swift
/// let token = people.sectioned(by: \.age).observe { change in
///   if case .update(let sections, _, let insertions, _, _, _) = change {
///     for indexPath in insertions { print(sections[indexPath].name) }
///   }
/// }
/// ```
///
/// Deletions, modifications and deleted sections are positions at the last call; insertions and inserted sections are current positions.
/// All are in ascending order. Elements of deleted sections are not among the deletions; elements of inserted sections are among the
/// insertions. An element that moves to another section is deleted and inserted, and so is a section whose position relative to others
/// changes. See the guide, *Observing*.
@frozen public nonisolated enum SectionedResultsChange<Collection> {
  /// The first call.
  case initial(Collection)
  /// The sections changed since the last call.
  case update(
    Collection, deletions: [IndexPath], insertions: [IndexPath], modifications: [IndexPath], sectionsToInsert: IndexSet,
    sectionsToDelete: IndexSet)
}
