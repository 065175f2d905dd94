extension KeyChanges {
  /// The content of an index entry.
  enum Piece {
    case run(KeyRun)
    /// Several rows with the same hash.
    case entries(UInt64, [UInt64])

    var start: UInt64 {
      switch self {
      case .run(let run): run.start
      case .entries(let hash, _): hash
      }
    }
  }

  static func add(_ piece: Piece, to pieces: inout [Piece]) {
    switch piece {
    case .entries(let hash, let entries) where entries.count == 1:
      add(.run(KeyRun(start: hash, entry: entries[0])), to: &pieces)
    case .entries(_, let entries) where entries.isEmpty: break
    case .entries: pieces.append(piece)
    case .run(let run):
      if case .run(var last)? = pieces.last, last.isFollowed(by: run) {
        last.append(run)
        pieces[pieces.count - 1] = .run(last)
      } else {
        pieces.append(piece)
      }
    }
  }

  func put(_ pieces: [Piece], _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    for piece in pieces {
      try KeyChanges.withValue(piece) { value in
        sums.add(.keys, integer: piece.start, value)
        try writer.put(.keys, integer: piece.start, value)
      }
    }
  }

  static func withValue(_ piece: Piece, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    switch piece {
    case .run(let run): try run.withValue(body)
    case .entries(_, let entries): try entries.withUnsafeBytes(body)
    }
  }
}
