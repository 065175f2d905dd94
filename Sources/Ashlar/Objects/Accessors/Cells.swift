public import AshlarStore
public import CAshlar

extension ObjectBase {
  /// The cell of a column, `width` bytes wide; valid until anything else happens to the object. The one compare covers a
  /// moved row, a foreign thread, a pending default and recording.
  @inlinable @inline(__always)
  public final func _cell(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer {
    let context = _row.context
    if ((_row.generation ^ context.pointee.generation)
      | UInt64((UInt(ashlar_thread()) ^ context.pointee.owner) & context.pointee.ownerMask)) != 0
    {
      _slow(column)
    }
    return _row.base + (_row.columns[column].offset &+ _row.slot &* width)
  }

  /// The cell of a column, to be stored to; marks the column as changed.
  @inlinable @inline(__always)
  public final func _cellForWriting(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer {
    let context = _row.context
    if ((_row.writable ^ context.pointee.writeGeneration) | (_row.generation ^ context.pointee.generation)
      | UInt64((UInt(ashlar_thread()) ^ context.pointee.owner) & context.pointee.ownerMask)) != 0
    {
      _slowWrite(column)
    }
    let base = _row.base
    let slot = _row.slot
    (base - (8 &+ slot &* 8)).assumingMemoryBound(to: UInt64.self).pointee |= 1 &<< UInt64(truncatingIfNeeded: column)
    return base + (_row.columns[column].offset &+ slot &* width)
  }

  /// The null flag that goes with a cell; to be called after `_cell` or `_cellForWriting` for the same column.
  @inlinable @inline(__always)
  public final func _nullFlag(_ column: Int) -> UnsafeMutableRawPointer {
    _row.base + (_row.columns[column].null &+ _row.slot)
  }
}
