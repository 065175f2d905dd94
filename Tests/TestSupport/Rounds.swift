/// How often a test repeats what it does with other random numbers, processes or files.
public struct Rounds: Sendable {
  // In `make test`, `make test-long`, and at least in `make soak`.
  fileprivate let quick: Int
  fileprivate let long: Int
  fileprivate let soak: Int

  private init(quick: Int, long: Int, soak: Int = 0) { (self.quick, self.long, self.soak) = (quick, long, soak) }

  /// Objects that wait behind one that a server refuses.
  public static let blockedObjects = Rounds(quick: 2_000, long: 20_000, soak: 1_000_000)
  /// Senders that are killed.
  public static let killedSenders = Rounds(quick: 30, long: 60, soak: 1_000)
  /// Swift files that are mutated or cut off.
  public static let mutatedModels = Rounds(quick: 150, long: 3_000, soak: 20_000)
  /// Files that are brought under random schemas.
  public static let evolutions = Rounds(quick: 50, long: 600, soak: 20_000)
  /// Pairs of blocks of backlinks, for each pair of sizes.
  public static let backlinkPairs = Rounds(quick: 12, long: 100, soak: 500)
  /// Pairs of blocks of postings.
  public static let postingPairs = Rounds(quick: 60, long: 500, soak: 2_000)
  /// Transactions whose change sets are compared with a model.
  public static let changeSets = Rounds(quick: 300, long: 3_000)
  /// Pairs of versions that are compared.
  public static let versionDifferences = Rounds(quick: 60, long: 600)
  /// Migrations of a copy.
  public static let dryRuns = Rounds(quick: 15, long: 100)
  /// Chains of releases.
  public static let chains = Rounds(quick: 3, long: 30)
  /// Commits with a thousand observers.
  public static let manyObservers = Rounds(quick: 200, long: 1_000)
  /// Writes of a thread while others observe.
  public static let busyWrites = Rounds(quick: 1_000, long: 5_000)
  /// Orders of rows that are kept up to date.
  public static let rowOrders = Rounds(quick: 3, long: 30)
  /// Commits that an observer has missed.
  public static let missedCommits = Rounds(quick: 1_500, long: 10_000, soak: 100_000)
  /// Differences of two lists of rows.
  public static let rowEdits = Rounds(quick: 1_000, long: 10_000)
  /// Differences of lists of which most rows are new.
  public static let wholeEdits = Rounds(quick: 700, long: 7_000)
  /// Commits of writers that are killed.
  public static let killedWriters = Rounds(quick: 200, long: 600, soak: 10_000)
  /// Commits that sections observe.
  public static let sectionCommits = Rounds(quick: 200, long: 1_000)
  /// Commits that ordered results observe.
  public static let observedOrders = Rounds(quick: 60, long: 300)
  /// Commits that long lists observe.
  public static let observedSegments = Rounds(quick: 150, long: 800)
  /// Dates that are stored and read.
  public static let dates = Rounds(quick: 20_000, long: 300_000)
  /// Texts of random tokens.
  public static let predicateTexts = Rounds(quick: 4_000, long: 100_000)
  /// Conditions on plain columns.
  public static let conditions = Rounds(quick: 600, long: 15_000, soak: 1_000_000)
  /// Conditions that Swift types check.
  public static let typedConditions = Rounds(quick: 400, long: 8_000, soak: 100_000)
  /// Conditions of every form.
  public static let allConditions = Rounds(quick: 1_600, long: 40_000, soak: 1_000_000)
  /// Places where a file is cut off.
  public static let cuts = Rounds(quick: 600, long: 2_000)
  /// Bits of a file that are flipped.
  public static let flips = Rounds(quick: 500, long: 2_000, soak: 5_000)
  /// Pages of a file that are exchanged.
  public static let exchanges = Rounds(quick: 200, long: 800)
  /// Migrations by another process.
  public static let migrationsElsewhere = Rounds(quick: 12, long: 50)
  /// Copies that are killed.
  public static let killedCopies = Rounds(quick: 15, long: 60)
  /// Processes that lose their lock.
  public static let lostLocks = Rounds(quick: 60, long: 200)
  /// Writers that are killed.
  public static let kills = Rounds(quick: 60, long: 200)
  /// Writers that are killed while others watch the file.
  public static let watchedKills = Rounds(quick: 20, long: 60)
  /// Processes with relaxed commits that are killed.
  public static let relaxedKills = Rounds(quick: 20, long: 60)
  /// Turns of two processes.
  public static let processTurns = Rounds(quick: 30, long: 100)
  /// Commits of two processes.
  public static let processCommits = Rounds(quick: 400, long: 1_500)
  /// Processes that are killed while they bring a file under another schema.
  public static let evolutionKills = Rounds(quick: 40, long: 120)
  /// Writers under rules that are killed.
  public static let ruledKills = Rounds(quick: 10, long: 150, soak: 2_000)
  /// Processes that are killed while they add rules to a file.
  public static let ruleKills = Rounds(quick: 6, long: 120, soak: 1_000)
  /// Files that two processes make at once.
  public static let madeFiles = Rounds(quick: 25, long: 1_000)
  /// Processes that open a file by different names.
  public static let twoNames = Rounds(quick: 40, long: 120)
  /// Traces of relaxed commits, from which images of a power loss are made.
  public static let relaxedImages = Rounds(quick: 1, long: 8)
  /// Histories that observers follow, in each of five parts.
  public static let histories = Rounds(quick: 190, long: 1_400)
  /// Histories that begin where something was observed before.
  public static let laterHistories = Rounds(quick: 50, long: 375)
  /// Histories whose commits are not known.
  public static let historiesWithoutCommits = Rounds(quick: 20, long: 90)
  /// Commits of one long history.
  public static let historySteps = Rounds(quick: 60, long: 225)
  /// Graphs of objects with random delete rules, in each of which four deletions are compared with a model.
  public static let deletions = Rounds(quick: 120, long: 10_000)
  /// Graphs that are deleted from in every order of their types.
  public static let deletionOrders = Rounds(quick: 8, long: 300, soak: 3_000)
  /// Rows of a chain that is deleted from one end.
  public static let chainedRows = Rounds(quick: 100_000, long: 1_000_000)
  /// Rows around one that is deleted with them.
  public static let starredRows = Rounds(quick: 5_000, long: 1_000_000)
  /// Files whose rules change, each forecast and then applied.
  public static let ruleForecasts = Rounds(quick: 24, long: 500, soak: 5_000)
  /// Descriptors with rules that are changed byte by byte.
  public static let ruleDescriptors = Rounds(quick: 1_500, long: 100_000, soak: 1_000_000)
  /// Objects whose rules a store and a server judge.
  public static let judgedObjects = Rounds(quick: 300, long: 5_000)
  /// Files that are exported and imported.
  public static let interchanges = Rounds(quick: 3, long: 40, soak: 200)
  /// Random SQLite databases that are drafted and imported.
  public static let databases = Rounds(quick: 60, long: 1_000)
  /// Imports in batches that are killed.
  public static let killedImports = Rounds(quick: 2, long: 40, soak: 500)
  /// Values that are exported and imported.
  public static let interchangedValues = Rounds(quick: 150, long: 3_000, soak: 20_000)
  /// Paths through releases.
  public static let releasePaths = Rounds(quick: 100, long: 3_000, soak: 20_000)
  /// Tables on which every plan is compared.
  public static let plans = Rounds(quick: 4, long: 100, soak: 2_000)
  /// Histories of results that are compared with arrays.
  public static let resultHistories = Rounds(quick: 24, long: 300, soak: 5_000)
  /// Processes that write to an encrypted file and are killed, of whose nonces none may be used twice.
  public static let nonceKills = Rounds(quick: 40, long: 2_000)
  /// Bytes of encrypted values of which each bit is changed.
  public static let sealedBytes = Rounds(quick: 300, long: 100_000)
  /// Operations on ordered maps of nodes that are compared with a sorted array, for each kind of keys and values.
  public static let nodeSteps = Rounds(quick: 1_500, long: 70_000, soak: 1_000_000)
  /// Nodes with changed bytes.
  public static let fuzzedNodes = Rounds(quick: 3_000, long: 200_000, soak: 5_000_000)
  /// Histories of a Realm that are compared with a model.
  public static let models = Rounds(quick: 40, long: 400, soak: 2_500)
}

/// How often a test repeats: the quick number, the long one where `ASHLAR_ROUNDS` is `long`, or in the soak what `ASHLAR_SOAK` says, and
/// then no less than in the long form.
public func rounds(_ rounds: Rounds) -> Int {
  if let count = Soak.count { return max(count, rounds.long, rounds.soak) }
  return Soak.isLong ? rounds.long : rounds.quick
}
