import AshlarStore

extension ObjectBase {
  /// Reads a required column of an enum whose cases the schema does not list. A stored value that is not a case stops the program, unless
  /// there is a case for unknown values. Used by emitted code.
  public final func _externalEnum<T: PersistableEnum>(_ column: Int) -> T {
    let cell = _cell(column, T._width)
    if let value = T._tryLoad(cell, _rowAccess.home) { return value }
    // The cells of a recorder contain zeros if no case is known.
    if _kind == .recorder { return T() }
    _stopAtStored(column, T.self)
  }
}
