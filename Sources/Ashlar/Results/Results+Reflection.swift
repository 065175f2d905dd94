extension Results: CustomReflectable {
  /// The elements, at most a hundred.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}

extension LinkingObjects: CustomReflectable {
  /// The objects, at most a hundred.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}
