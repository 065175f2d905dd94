import AshlarStore

extension ObjectBase {
  /// Reads a required column of an enum that the schema does not know the cases of. A stored value without a case stops the
  /// program. For emitted code.
  public final func _externalEnum<T: PersistableEnum>(_ column: Int) -> T {
    let cell = _cell(column, T._width)
    if let value = T._tryLoad(cell, _row.home) { return value }
    // The recorder's cells are empty where no default is known.
    if _kind == .recorder { return T() }
    _stopAtStored(column, T.self)
  }
}
