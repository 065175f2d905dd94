public import AshlarSchema
public import AshlarStore

/// A schema that changes with every version: each adds a property, which fills existing rows with a text of its own, and removes the one
/// that the version before the last has added. One property is a number in one version and a text in the next, which code converts. The
/// primary key comes and goes.
public enum StepSchema {
  /// The ordinal of the table.
  public static let row = 0
  /// Ordinals by name.
  public static let ordinals = ["Row": row]

  /// Properties: `number`, `born`, which is the version that wrote the row, those of this version and the one before, and `turn`, which
  /// is `number` as a number or as text.
  /// - Parameter turns: whether `turn` does that; otherwise it stays a number, and no row is written again.
  public static func model(_ version: UInt64, turns: Bool = true) -> SchemaModel {
    var properties = [
      PropertyModel(name: "number", type: .int, isPrimaryKey: version / 2 % 2 == 0), PropertyModel(name: "born", type: .int),
    ]
    for step in version - 1...version {
      var property = PropertyModel(name: "step\(step)", type: .string, isIndexed: step % 2 == 0, defaultValue: .string(fill(step)))
      property.isBackfilled = true
      properties.append(property)
    }
    properties.append(PropertyModel(name: "turn", type: version % 2 == 0 || !turns ? .int : .string))
    return SchemaModel(name: "Steps", version: version, entities: [EntityModel(name: "Row", properties: properties)])
  }

  /// The model of a version with an index more.
  public static func indexed(_ version: UInt64) -> SchemaModel {
    var model = model(version)
    model.entities[0].properties[1].isIndexed = true
    return model
  }

  /// What rows hold that were there before the property of a version.
  public static func fill(_ step: UInt64) -> String { "filled in version \(step), and too long for a cell" }

  /// The cells of a row.
  public static func cells(_ number: Int64, born: UInt64) -> [CellValue] {
    [.int(number), .int(Int64(born)), .text("own"), .text("own"), turn(number, born)]
  }

  /// What `turn` holds in a version.
  public static func turn(_ number: Int64, _ version: UInt64) -> CellValue { version % 2 == 0 ? .int(number) : .text("number \(number)") }

  static let turnColumn = 4
}

extension SampleStore {
  /// Opens a file under the schema of a version.
  /// - Parameters:
  ///   - onCopy: whether it is brought there on a copy, where nobody else has it open.
  ///   - before: the version from which it goes through all others, each on a copy of its own; nil where it goes to the last at once.
  ///   - progress: of copying.
  ///   - whileItRuns: called by the code that converts rows.
  public convenience init(
    path: String, step version: UInt64, turns: Bool = true, onCopy: Bool = false, through before: UInt64? = nil,
    progress: @escaping CopyProgress = { _, _ in }, whileItRuns: @escaping () -> Void = {}
  ) throws {
    let model = StepSchema.model(version, turns: turns)
    let code = turns ? StepCode(version, whileItRuns: whileItRuns) : nil
    if onCopy, code != nil {
      let hops = ((before ?? version - 1) + 1...version).map { step in
        let wanted = WantedSchema(
          StepSchema.model(step), ordinals: StepSchema.ordinals, unlisted: UnlistedOrdinals(from: StepSchema.ordinals.count).ordinal)
        return MigrationHop(to: wanted, version: step, with: StepCode(step))
      }
      let migration = CopiedMigration(hops, for: WriteHolder(), memory: 0, progress: progress)
      try self.init(migration.open(path: path), model: model, ordinals: StepSchema.ordinals, with: code)
    } else {
      try self.init(EnvironmentRegistry.open(path: path), model: model, ordinals: StepSchema.ordinals, with: code)
    }
  }
}
