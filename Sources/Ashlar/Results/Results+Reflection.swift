extension Results: CustomReflectable {
  /// A mirror with at most 100 elements, for debuggers.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}

extension AnyRealmCollection: CustomReflectable {
  /// A mirror with at most 100 elements, for debuggers.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}

extension LinkingObjects: CustomReflectable {
  /// A mirror with at most 100 objects, for debuggers.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}
