import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The access rules of one Realm instance, from its configuration.
nonisolated struct AccessRules {
  /// The file, for error messages; nil for an in-memory Realm.
  var fileURL: URL?
  var isReadOnly = false
  /// Whether writes are refused although the file is open for writing: while a pool lends the instance to a closure that only reads, and
  /// for a viewer of a file.
  var isForReading = false
  /// Whether the Realm contains copies of unmanaged objects that are being searched. The conditions of the search cannot compare with
  /// objects, because no object of the program is equal to a copy.
  var isForSearch = false
  /// Whether each access checks the confinement; see `Realm.Configuration.checksEveryAccess`.
  var checksEveryAccess = false
  /// Whether reads are tracked; see `Realm.Configuration.tracksReads`.
  var tracksReads = false
  var durability = CommitDurability.full
  /// The maximum number of versions, from the oldest in use to the newest, when a write begins; nil for no limit.
  var versionLimit: UInt64?
  /// How query plans are chosen.
  var planChoice = PlanChoice.cheapest
}
