extension RealmPool {
  /// Returns statistics of the file and of its use by this process, as `Realm.statistics()` does.
  ///
  /// ```swift
  /// let statistics = try pool.statistics()
  /// print(statistics.commitCount, statistics.writeWaitTime)
  /// ```
  ///
  /// The call borrows no Realm. Throws `Realm.Error` if the file cannot be read. Complexity: O(readers + versions with free pages). See the
  /// guide, *Ashlar in a server*.
  public func statistics() throws -> Realm.Statistics { try Realm.Statistics.read(engine) }

  /// Logs the result of `statistics()` as one message of the shared `Logger`.
  ///
  /// ```swift
  /// try pool.logStatistics(level: .debug)
  /// ```
  ///
  /// Throws `Realm.Error` if the file cannot be read. See the guide, *Ashlar in a server*.
  /// - Parameter level: The severity of the message.
  public func logStatistics(level: LogLevel = .info) throws { try Realm.Statistics.log(engine, level) }
}
