import AshlarSchema
import AshlarStore

/// Logs the names in a dictionary that are not properties of the object's type. Their values are ignored. Each name is logged once for each
/// type, but no more than 1,000 names in total.
enum UnknownNames {
  // Names are text from outside the program, so the number of stored names is limited.
  private static let most = 1000
  private static let logged = Guarded<Set<String>>([])

  /// - Parameter names: The keys of the dictionary.
  static func log(_ names: some Sequence<String>, _ entity: _Entity) {
    let known = entity.model.properties.map(\.name)
    for name in names where !known.contains(name) {
      let type = entity.model.name
      let isNew = logged.withLock { $0.count < most && $0.insert("\(type).\(name)").inserted }
      guard isNew else { continue }
      let perhaps = Spelling.nearest(to: name, in: known).map { " Did you mean '\($0)'?" } ?? ""
      Logger.shared.log(
        .warn, "A dictionary with values for type '\(type)' contains the key '\(name)', which is not a property: it is ignored.\(perhaps)")
    }
  }
}
