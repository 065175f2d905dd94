public import AshlarStore

extension SampleStore {
  /// Inserts a token whose number is the next after those that are there, and returns it. Its key is made of the number.
  public func insertNumberedToken() throws -> Int64 {
    let number = Int64(session.count(SampleSchema.token)) + 1
    try insert(SampleSchema.token, [.bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]), .int(number)])
    return number
  }

  /// The same in a transaction.
  public func addNumberedToken(_ durability: CommitDurability) throws {
    try session.beginWrite()
    _ = try insertNumberedToken()
    try session.commitWrite(durability)
  }

  /// The numbers of all tokens, ascending.
  public func tokenNumbers() throws -> [Int64] { try rows(SampleSchema.token).values.map { $0[1].integer ?? 0 }.sorted() }
}
