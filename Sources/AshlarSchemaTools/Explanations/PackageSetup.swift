internal import AshlarCompiler

/// The required entries of Package.swift, in the wording that all commands share.
public enum PackageSetup {
  /// An introductory sentence, followed by the entries. The text does not end with a line feed.
  public static let steps = """
    Package.swift needs the package, the library and the plugin:
      dependencies: [.package(path: "../ashlar")],                   // of the package: a path, or the URL of a repository
      dependencies: [.product(name: "Ashlar", package: "ashlar")],   // of the target
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")], // of the target
    """

  /// The symptoms of a build without the plugin, and the remedy. The text ends with a line feed.
  public static let missingPlugin = """
    Swift does not find the types of a schema

    The build says "cannot find 'Person' in scope" or "cannot find 'PeopleSchema' in scope", and SwiftPM warns of "1 file(s) which are
    unhandled", which is the schema: the target does not use the build plugin, so that nothing was generated.

    \(steps)

    Then build again. The schemas lie in the target's folder, or in Schemas/<target>. A target with generated models among its sources,
    as 'ashlar generate' or 'swift package generate-models' write them, needs the library only, and lists its schemas under 'exclude'.

    """
}
