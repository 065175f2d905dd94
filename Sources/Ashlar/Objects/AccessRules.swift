import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How one Realm instance may be used, as its configuration says.
nonisolated struct AccessRules {
  /// The file, for errors; nil in memory.
  var fileURL: URL?
  var isReadOnly = false
  /// Whether a pool lends the instance to a body that may not write.
  var isForReading = false
  /// Whether the Realm stores copies of unmanaged objects for a search. Conditions on it cannot compare with objects: no object of the
  /// program is equal to a copy.
  var isForSearch = false
  /// Whether each access verifies its thread; see `Realm.Configuration.checksEveryAccess`.
  var checksEveryAccess = false
  /// Whether reads are tracked; see `Realm.Configuration.tracksReads`.
  var tracksReads = false
  var durability = CommitDurability.full
  /// How many versions there may be at once; nil for any number.
  var versionLimit: UInt64?
  /// Which plans conditions get.
  var planChoice = PlanChoice.cheapest
}
