public import AshlarStore
public import CAshlar

extension ObjectBase {
  /// Returns the address of a column's cell, which is `width` bytes wide. The address is valid until the next operation on the object. A
  /// single comparison detects a moved row, a call on another thread, a pending default and a recording.
  @inlinable @inline(__always)
  public final func _cell(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer {
    let context = _rowAccess.context
    if ((_rowAccess.generation ^ context.pointee.generation)
      | UInt64((UInt(ashlar_thread()) ^ context.pointee.owner) & context.pointee.ownerMask)) != 0
    {
      _slow(column)
    }
    return _rowAccess.base + (_rowAccess.columns[column].offset &+ _rowAccess.slot &* width)
  }

  /// Returns the address of a column's cell for writing, and marks the column as changed.
  @inlinable @inline(__always)
  public final func _cellForWriting(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer {
    let context = _rowAccess.context
    if ((_rowAccess.writable ^ context.pointee.writeGeneration) | (_rowAccess.generation ^ context.pointee.generation)
      | UInt64((UInt(ashlar_thread()) ^ context.pointee.owner) & context.pointee.ownerMask)) != 0
    {
      _slowWrite(column)
    }
    assert(_rowAccess.context.pointee.kind != 1 || _rowAccess.cluster.isOverlay, "a managed row is stored to in an overlay")
    let base = _rowAccess.base
    let slot = _rowAccess.slot
    (base - (8 &+ slot &* 8)).assumingMemoryBound(to: UInt64.self).pointee |= 1 &<< UInt64(truncatingIfNeeded: column)
    return base + (_rowAccess.columns[column].offset &+ slot &* width)
  }

  /// Returns the address of a cell's null flag. Call it after `_cell` or `_cellForWriting` for the same column.
  @inlinable @inline(__always)
  public final func _nullFlag(_ column: Int) -> UnsafeMutableRawPointer {
    _rowAccess.base + (_rowAccess.columns[column].null &+ _rowAccess.slot)
  }
}
