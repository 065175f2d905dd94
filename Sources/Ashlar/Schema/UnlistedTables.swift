import Synchronization

/// Ordinals of tables that a file has and a Realm's schema does not, by stored name: each name has one in the process.
enum UnlistedTables {
  private static let ordinals = Mutex<[String: Int]>([:])

  static func ordinal(_ storedName: String) -> Int {
    ordinals.withLock { ordinals in
      if let known = ordinals[storedName] { return known }
      let made = Entity.makeOrdinal()
      ordinals[storedName] = made
      return made
    }
  }
}
