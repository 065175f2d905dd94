// The counters of an encrypted file that is not mapped, and the sum that they contain.
extension SealedCounters {
  /// Opens the counters of a version. Throws `StoreError.damaged` if they are missing or belong to another version.
  /// - Parameter version: The version in the header page.
  init(_ main: MainTree, _ values: ValueReader, version: UInt64, path: String) throws(StoreError) {
    guard let found = main.values[Counters.name] else { throw SealedCounters.damage(path) }
    let bytes = try values.value(at: found.place, of: .main, SealedValue.countersName)
    guard let counters = SealedCounters(bytes), counters.version == version else { throw SealedCounters.damage(path) }
    self = counters
  }

  /// Throws `StoreError.damaged` if the sum of the tags of all values is another one.
  func check(_ found: TagSum, path: String) throws(StoreError) {
    guard found == sum else { throw SealedCounters.incompleteness(path) }
  }
}
