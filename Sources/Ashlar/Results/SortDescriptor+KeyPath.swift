extension SortDescriptor {
  /// Creates a descriptor from a Swift key path: `SortDescriptor(keyPath: \Person.age, ascending: false)`. A key path that leads to no
  /// stored property stops the program.
  public init<Element: ObjectBase>(keyPath: PartialKeyPath<Element>, ascending: Bool = true) {
    self.init(keyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }
}
