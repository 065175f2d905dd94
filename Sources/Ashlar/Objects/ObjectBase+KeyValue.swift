// Values by name and by dotted paths, as Cocoa's key-value coding has them.
extension ObjectBase {
  /// The value of a property, as `self[key]`: nil for null, raw values of enums, what custom types are stored as, the payload of an
  /// `AnyRealmValue`. An unknown name stops the program.
  public func value(forKey key: String) -> Any? { self[key] }

  /// Sets a property, as `self[key] = value`.
  public func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// What a dotted path leads to: through links, and where it meets a collection, the rest of the path applied to it. Nil if a
  /// link on the way is nil.
  public func value(forKeyPath keyPath: String) -> Any? {
    guard let dot = keyPath.firstIndex(of: ".") else { return self[keyPath] }
    let rest = String(keyPath[keyPath.index(after: dot)...])
    let key = String(keyPath[..<dot])
    switch self[key] {
    case nil: return nil
    case let object as ObjectBase: return object.value(forKeyPath: rest)
    case let collection as any KeyPathReadable: return collection.value(forKeyPath: rest)
    default: misuse(.pathThroughValue(path: keyPath, property: "\(_className).\(key)"))
    }
  }

  /// Sets the property at the end of a dotted path; does nothing if a link on the way is nil. For a collection on the
  /// way, sets the property of each of its objects.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return self[keyPath] = value }
    let rest = String(keyPath[keyPath.index(after: dot)...])
    let key = String(keyPath[..<dot])
    switch self[key] {
    case nil: return
    case let object as ObjectBase: object.setValue(value, forKeyPath: rest)
    case let collection as any KeyPathReadable: collection.setEach(value, forKeyPath: rest)
    default: misuse(.pathThroughValue(path: keyPath, property: "\(_className).\(key)"))
    }
  }

  /// The values of properties by their names, as `create(_:value:update:)` takes them. Null properties are included as nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = .some(self[key] as Any) }
    return values
  }
}

/// A collection that a path may lead through.
protocol KeyPathReadable {
  func value(forKeyPath keyPath: String) -> Any?
  func setEach(_ value: Any?, forKeyPath keyPath: String)
}
