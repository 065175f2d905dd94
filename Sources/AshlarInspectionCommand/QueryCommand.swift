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
    commandName: "query", abstract: "Shows objects of a database file: all of a type, or those for which a condition holds.",
    discussion: """
      The file is only read; other processes may write to it meanwhile. Types and properties have the names that are stored in the file, \
      which 'ashlar dump FILE' lists, and enums their raw values. The condition is text as RealmPredicate takes it, in quotes for the shell; see \
      docs/guide/Predicates.md.

      A column may lead through links and collections: 'dogs.name' has the values of all dogs, and 'dogs.@count' their number. --count and \
      the options of aggregates print figures over all objects instead of the objects; --count alone prints the number. With --group, they \
      print figures of the objects that have the same values of some properties, without other options their number.

      In a table null is blank, empty text is "", and what is cut short ends in an ellipsis. JSON is one object a line, in the forms \
      that docs/interchange.md states.

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

      Exits with 0 when all is well, also when nothing is found; 1 when the file is damaged or no database; 2 on bad usage, a mistake in the \
      condition, or a missing file.
      """)

  @Argument(help: "A database file.", completion: .file())
  var file: String

  @Argument(help: "The name of a type.", completion: .storedTypes)
  var type: String

  @Argument(help: "A condition; without one, all objects of the type.")
  var predicate: String?

  @Option(help: ArgumentHelp("Properties to sort by, as 'age:desc,name'.", valueName: "paths"))
  var sort: String?

  @Option(help: ArgumentHelp("How many objects at most; a table shows 100 when nothing is said.", valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("Properties to show, as 'name,owner.name'.", valueName: "paths"))
  var columns: String?

  @Flag(help: "Show the number of objects instead.")
  var count = false

  @Option(help: ArgumentHelp("Show the sum of properties, as 'age,dogs.weight', over all objects instead.", valueName: "paths"))
  var sum: String?

  @Option(help: ArgumentHelp("Show the average of properties instead.", valueName: "paths"))
  var average: String?

  @Option(help: ArgumentHelp("Show the smallest value of properties instead.", valueName: "paths"))
  var minimum: String?

  @Option(help: ArgumentHelp("Show the largest value of properties instead.", valueName: "paths"))
  var maximum: String?

  @Option(help: ArgumentHelp("Show the figures of each group of objects that have the same values of properties.", valueName: "paths"))
  var group: String?

  @Option(help: "As a table, as JSON, or as CSV.")
  var format = Format.table

  @Flag(help: "Show how the objects are found instead: which indexes are asked, what is scanned, how many rows are met, and the time.")
  var explain = false

  private static let rowsOfTable = 100

  private var aggregatePaths: [(QueryAggregate.Kind, String)] {
    let all: [(QueryAggregate.Kind, String?)] = [(.sum, sum), (.average, average), (.minimum, minimum), (.maximum, maximum)]
    return all.compactMap { kind, paths in paths.map { (kind, $0) } }
  }

  private var hasAggregates: Bool { count || group != nil || !aggregatePaths.isEmpty }

  func validate() throws {
    if hasAggregates, columns != nil || sort != nil || explain {
      throw ValidationError("Figures over all objects show none of them: leave out '--columns', '--sort' and '--explain'.")
    }
    if let limit, limit < 0 { throw ValidationError("'--limit' takes a number from 0 on.") }
    if explain, columns != nil || format != .table {
      throw ValidationError("'--explain' shows no objects: leave out '--columns' and '--format'.")
    }
  }

  func run() throws {
    let realm = try openToRead(file)
    let types = StoredTypes(realm, at: file)
    let (paths, order, aggregates, groups) = try asUsage {
      let model = try types.type(named: type)
      let paths =
        try columns.map { try [ObjectPath](list: $0, model, types) } ?? model.columns.indices.map { ObjectPath($0, of: model) }
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
