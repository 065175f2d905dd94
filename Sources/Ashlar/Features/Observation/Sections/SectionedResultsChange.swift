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
/// insertions. An element that moves to another section is deleted and inserted, and so is a section whose position relative to other
/// sections changes.
///
/// An observer of one section receives changes of that section only, and not changes of its position among the sections. The section counts
/// as deleted when no element has its key any more, and as inserted when an element has it again.
///
/// ```swift
/// let section = people.sectioned(by: \.age)[0]
/// let token = section.observe { change in
///   if case .update(let section, _, let insertions, _, _, _) = change {
///     print(insertions.map { section[$0.item].name })
///   }
/// }
/// ```
///
/// See the guide, *Observing*.
@frozen public nonisolated enum SectionedResultsChange<Collection> {
  /// The first call.
  case initial(Collection)
  /// The sections changed since the last call.
  case update(
    Collection, deletions: [IndexPath], insertions: [IndexPath], modifications: [IndexPath], sectionsToInsert: IndexSet,
    sectionsToDelete: IndexSet)
}
