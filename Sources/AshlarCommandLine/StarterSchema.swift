internal import AshlarCompiler
internal import AshlarGeneration
internal import AshlarSchemaTools

/// The schema that `ashlar init` writes.
enum StarterSchema {
  static let fileName = "models.yaml"

  static let text = """
    # The data of this target. Each type below becomes a Swift class or enum of the same name when the target is built.
    # 'ashlar check' reports mistakes, 'ashlar explain CODE' explains them.

    # The version of the schema language, needed in every schema file.
    ashlar: 1

    # One file of a target may say something about the schema as a whole.
    schema:
      version: 1       # raise it when stored properties change: it identifies the schema of existing files
      access: internal # who may use the types: public, package or internal

    # Enums store their raw values: the names of the cases, unless others are given.
    enums:
      Mood: [calm, busy, away]
      Priority:
        doc: How soon it must be done.
        raw: Int
        cases: { low: 1, normal: 5, high: 9 }

    # Objects are found by queries, and link to each other.
    objects:
      Person:
        doc: Somebody in the address book.
        properties:
          id:       { type: UUID, primaryKey: true }             # unique; a new object has a fresh one
          name:     { type: String, indexed: true }              # an index makes == fast
          nickname: String?                                      # ? means: may be nil
          born:     Date?
          mood:     { type: Mood, default: calm }
          home:     Address?                                     # an embedded object, always optional
          errands:  List<Errand>                                 # in an order of your own
          dogs:     { type: LinkingObjects<Dog>, origin: owner } # all dogs whose owner this is; not stored

      Dog:
        properties:
          name:  String
          age:   { type: Int, default: 0 }
          owner: Person? # a link, always optional

      Errand:
        properties:
          title:    String
          priority: { type: Priority, default: normal }
          isDone:   { type: Bool, default: false, column: done } # stored as 'done'

    # Embedded objects belong to one owner, and are deleted with it.
    embedded:
      Address:
        properties:
          street: String
          city:   String

    """

  /// Returns the instructions that `ashlar init` prints after it has written the file.
  static func nextSteps(path: String) -> String {
    """
    wrote \(path)

    Next:
      1. Edit the schema, and check it:
           ashlar check \(path)
      2. Move it to the sources of your target, if it is elsewhere.
      3. \(PackageSetup.steps.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n     "))
         Every build then generates the classes. Without the plugin:
           ashlar generate \(path) --output Generated --name YourTarget

    """
  }
}
