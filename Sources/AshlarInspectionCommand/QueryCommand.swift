internal import ArgumentParser
internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarInspection
internal import AshlarSchema
internal import AshlarStore

/// The command `ashlar query`.
struct QueryCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv
  }

  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Prints the objects of a type in a database file, or those that satisfy a condition.",
    discussion: """
      The command only reads the file; other processes may write to it meanwhile. Types, properties and raw values of enums have the names \
      that are stored in the file; 'ashlar dump FILE' lists them. The condition is the text of a RealmPredicate, in quotes for the shell; \
      docs/guide/Predicates.md describes it.

      The path of a column may pass through links and collections: 'dogs.name' is an array of the names of all dogs, and 'dogs.@count' is \
      their number. --count prints the number of objects instead of the objects; --sum, --average, --minimum and --maximum print \
      aggregates. --group prints the aggregates of each group of objects that have the same values of some properties; without aggregates, \
      it prints the number of objects of each group.

      A table prints null as a blank and empty text as "", and truncates text with an ellipsis. JSON has one object on each line, in the \
      format that docs/interchange.md describes.

      Examples:
        ashlar query people.realm Person
        ashlar query people.realm Person 'age >= 18 AND ANY dogs.name BEGINSWITH[c] "a"'
        ashlar query people.realm Person --sort age:desc,name --limit 10 --columns name,age,address.city
        ashlar query people.realm Person 'born >= 1990-01-01' --columns name,dogs.name,dogs.@count
        ashlar query people.realm Person 'age >= 18' --count
        ashlar query people.realm Person --average age --maximum age,dogs.weight
        ashlar query people.realm Person --group address.city --count --average age
        ashlar query people.realm Person 'email == NULL' --format json
        ashlar query people.realm Person 'age >= 18' --explain
        ashlar query people.realm Person --key-file people.key

      Exits with 0 on success, even if no object is found; 1 if the file is damaged or is not a database; 2 if the arguments or the \
      condition are not valid, if the file is missing, or if its key is missing or wrong.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(help: "The name of a type.", completion: .storedTypes)
  var type: String

  @Argument(help: "A condition; without one, all objects of the type.")
  var predicate: String?

  @Option(help: ArgumentHelp("The properties to sort by, such as 'age:desc,name'.", valueName: "paths"))
  var sort: String?

  @Option(help: ArgumentHelp("The maximum number of objects; by default 100 for a table, otherwise all.", valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("The properties to print, such as 'name,owner.name'.", valueName: "paths"))
  var columns: String?

  @Flag(help: "Print the number of objects instead of the objects.")
  var count = false

  @Option(help: ArgumentHelp("Print the sum of each property, such as 'age,dogs.weight', over all objects.", valueName: "paths"))
  var sum: String?

  @Option(help: ArgumentHelp("Print the average of each property.", valueName: "paths"))
  var average: String?

  @Option(help: ArgumentHelp("Print the smallest value of each property.", valueName: "paths"))
  var minimum: String?

  @Option(help: ArgumentHelp("Print the largest value of each property.", valueName: "paths"))
  var maximum: String?

  @Option(help: ArgumentHelp("Print aggregates of the groups of objects with the same values of these properties.", valueName: "paths"))
  var group: String?

  @Option(help: "The output format: a table, JSON or CSV.")
  var format = Format.table

  @Flag(help: "Print the query plan instead: the indexes that are used, the parts that are scanned, the number of rows, and the time.")
  var explain = false

  @OptionGroup
  var key: KeyOptions

  private static let rowsOfTable = 100

  private var aggregatePaths: [(QueryAggregate.Kind, String)] {
    let all: [(QueryAggregate.Kind, String?)] = [(.sum, sum), (.average, average), (.minimum, minimum), (.maximum, maximum)]
    return all.compactMap { kind, paths in paths.map { (kind, $0) } }
  }

  private var hasAggregates: Bool { count || group != nil || !aggregatePaths.isEmpty }

  func validate() throws {
    if hasAggregates, columns != nil || sort != nil || explain {
      throw ValidationError("Aggregates are printed instead of objects: omit '--columns', '--sort' and '--explain'.")
    }
    if let limit, limit < 0 { throw ValidationError("'--limit' must not be negative.") }
    if explain, columns != nil || format != .table {
      throw ValidationError("'--explain' prints no objects: omit '--columns' and '--format'.")
    }
  }

  func run() throws {
    let realm = try openToRead(key.file(file))
    let types = StoredTypes(realm, at: file)
    let (paths, order, aggregates, groups) = try asUsage {
      let model = try types.type(named: type)
      let paths =
        try columns.map { try [ObjectPath](columns: $0, model, types) } ?? model.columns.indices.map { ObjectPath($0, of: model) }
      var aggregates: [QueryAggregate] = count ? [.count] : []
      for (kind, list) in aggregatePaths {
        for path in try [ObjectPath](list: list, model, types) { aggregates.append(try QueryAggregate(kind, of: path)) }
      }
      let groups = try group.map { list in
        try QueryGroups(by: [ObjectPath](list: list, model, types), aggregates.isEmpty ? [.count] : aggregates)
      }
      return (paths, try sort.map { try [SortDescriptor](sort: $0, model, types) } ?? [], aggregates, groups)
    }
    var objects = realm.dynamicObjects(type)
    if let predicate { objects = objects.filter(try checked(predicate, objects)) }
    if !order.isEmpty { objects = objects.sorted(by: order) }
    if explain {
      printOutput("\((limit.map { objects.limited(to: $0) } ?? objects).explain())\n")
      return
    }
    if hasAggregates {
      if let limit { objects = objects.limited(to: limit) }
      if let groups { return try print(groups, of: objects) }
      switch format {
      case .table: printOutput(aggregates.table(objects, room: Terminal.columns))
      case .json: try aggregates.writeJSON(objects, to: OutputFile(nil))
      case .csv: try aggregates.writeCSV(objects, to: OutputFile(nil))
      }
      return
    }
    let all = objects.count
    if let limit = limit ?? (format == .table ? QueryCommand.rowsOfTable : nil), limit < all { objects = objects.limited(to: limit) }
    let output = QueryOutput(columns: paths, objects: objects, all: all)
    do {
      switch format {
      case .table: printOutput(try output.table(room: Terminal.columns))
      case .json: try output.writeJSON(to: OutputFile(nil))
      case .csv: try output.writeCSV(to: OutputFile(nil))
      }
    } catch let error as ValueWriter.TooDeep {
      throw CommandFailure.failed(error.description)
    }
  }

  private func print(_ groups: QueryGroups, of objects: Results<DynamicObject>) throws {
    do {
      switch format {
      case .table: printOutput(try groups.table(objects, room: Terminal.columns))
      case .json: try groups.writeJSON(objects, to: OutputFile(nil))
      case .csv: try groups.writeCSV(objects, to: OutputFile(nil))
      }
    } catch let error as ValueWriter.TooDeep {
      throw CommandFailure.failed(error.description)
    }
  }

  private func checked(_ text: String, _ objects: Results<DynamicObject>) throws(CommandFailure) -> RealmPredicate {
    do throws(RealmPredicateError) {
      let predicate = try RealmPredicate(parsing: text)
      try predicate.check(on: objects)
      return predicate
    } catch {
      throw .usage(error.description)
    }
  }
}

extension CompletionKind {
  /// Completes the types of the database file that the command line already names.
  static let storedTypes = CompletionKind.custom { words, _, _ in
    for word in words {
      if let model = try? FileInspection.schema(word) { return model.entities.map(\.name) }
    }
    return []
  }
}
