extension SortDescriptor {
  /// Sorts by a key path.
  public init<Element: ObjectBase>(keyPath: PartialKeyPath<Element>, ascending: Bool = true) {
    self.init(keyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }
}
