public import Foundation

/// What an observer of sections is told. Deletions, modifications and deleted sections are positions as of the last call, insertions and inserted sections
/// are positions now; all ascend.
///
/// Elements of deleted sections are not among the deletions; elements of inserted sections are among the insertions. An element that comes to another section
/// is deleted and inserted, and so is a section that comes to stand elsewhere among the others.
@frozen public nonisolated enum SectionedResultsChange<Collection> {
  /// The first call.
  case initial(Collection)
  /// Something changed since the last call.
  case update(
    Collection, deletions: [IndexPath], insertions: [IndexPath], modifications: [IndexPath], sectionsToInsert: IndexSet,
    sectionsToDelete: IndexSet)
}
