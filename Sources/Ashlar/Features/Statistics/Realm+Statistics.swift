import AshlarStore

extension Realm {
  /// Returns statistics of the file and of its use by this process: commits, waits for other writes, pages, the oldest pinned version and
  /// observers.
  ///
  /// ```swift
  /// let statistics = try realm.statistics()
  /// print(statistics.commitCount, statistics.freePageCount)
  /// if let oldest = statistics.oldestPinnedVersion { print(oldest.holder, oldest.bytes) }
  /// ```
  ///
  /// Maintaining the counters has no measurable cost; the call reads the lists of free pages and of readers. Throws `Realm.Error` if the
  /// file cannot be read. Complexity: O(readers + versions with free pages). See the guide, *Ashlar in a server*.
  public func statistics() throws -> Statistics { try Statistics.read(_core.session.engine) }

  /// Logs the result of `statistics()` as one message of the shared `Logger`.
  ///
  /// ```swift
  /// try realm.logStatistics()
  /// ```
  ///
  /// Throws `Realm.Error` if the file cannot be read. See the guide, *Ashlar in a server*.
  /// - Parameter level: The severity of the message.
  public func logStatistics(level: LogLevel = .info) throws { try Statistics.log(_core.session.engine, level) }
}

extension Realm.Statistics {
  static func read(_ engine: any StorageEngine) throws -> Realm.Statistics {
    do {
      return Realm.Statistics(try engine.statistics(), openFiles: OpenFiles.count)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }

  static func log(_ engine: any StorageEngine, _ level: LogLevel) throws {
    let statistics = try read(engine)
    Logger.shared.log(level, "'\(engine.path)': \(statistics)")
  }
}
