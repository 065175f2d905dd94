public import AshlarStore
public import CAshlar

extension ObjectBase {
  /// Returns the address of a column's cell, which is `width` bytes wide. The address is valid until the next operation on the object. A
  /// single comparison detects a moved row, a call on another thread, a pending default and a recording.
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

  /// Returns the address of a column's cell for writing, and marks the column as changed.
  @inlinable @inline(__always)
  public final func _cellForWriting(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer {
    let context = _row.context
    if ((_row.writable ^ context.pointee.writeGeneration) | (_row.generation ^ context.pointee.generation)
      | UInt64((UInt(ashlar_thread()) ^ context.pointee.owner) & context.pointee.ownerMask)) != 0
    {
      _slowWrite(column)
    }
    assert(_row.context.pointee.kind != 1 || _row.cluster.isOverlay, "a managed row is stored to in an overlay")
    let base = _row.base
    let slot = _row.slot
    (base - (8 &+ slot &* 8)).assumingMemoryBound(to: UInt64.self).pointee |= 1 &<< UInt64(truncatingIfNeeded: column)
    return base + (_row.columns[column].offset &+ slot &* width)
  }

  /// Returns the address of a cell's null flag. Call it after `_cell` or `_cellForWriting` for the same column.
  @inlinable @inline(__always)
  public final func _nullFlag(_ column: Int) -> UnsafeMutableRawPointer {
    _row.base + (_row.columns[column].null &+ _row.slot)
  }
}
