#if !canImport(Combine) && !Publishers
  /// Unavailable in this build: publishers need Combine, or OpenCombine, which the trait `Publishers` of this package adds.
  @available(
    *, unavailable, message: "publishers need OpenCombine here: name the package with traits: [\"Publishers\"] among your dependencies"
  )
  public enum RealmPublishers {}
#endif
