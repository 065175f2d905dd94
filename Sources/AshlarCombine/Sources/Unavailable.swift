#if !canImport(Combine) && !Publishers
  /// Not there: publishers need Combine, or the trait `Publishers` of this package, which brings OpenCombine.
  @available(
    *, unavailable, message: "publishers need OpenCombine here: name the package with traits: [\"Publishers\"] among your dependencies"
  )
  public enum RealmPublishers {}
#endif
