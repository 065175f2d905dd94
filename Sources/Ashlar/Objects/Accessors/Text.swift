public import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ObjectBase {
  /// Reads a String column.
  @inlinable public final func _string(_ column: Int) -> String { _readString(_cell(column, Slot.size)) }
  /// Reads a `String?` column.
  @inlinable public final func _optionalString(_ column: Int) -> String? { _readOptionalString(_cell(column, Slot.size)) }
  /// Reads a Data column.
  @inlinable public final func _data(_ column: Int) -> Data { _readData(_cell(column, Slot.size)) ?? Data() }
  /// Reads a `Data?` column.
  @inlinable public final func _optionalData(_ column: Int) -> Data? { _readData(_cell(column, Slot.size)) }

  /// Writes a String column. A string of more than 16,777,199 bytes of UTF-8 stops the program.
  public final func _setString(_ column: Int, _ value: String) {
    _check(value, column)
    let cell = _cellForWriting(column, Slot.size)
    TextCell.withBytes(of: value) { _storeBytes($0, cell) }
  }

  /// Writes a `String?` column.
  public final func _setOptionalString(_ column: Int, _ value: String?) {
    if let value { _check(value, column) }
    let cell = _cellForWriting(column, Slot.size)
    if let value { TextCell.withBytes(of: value) { _storeBytes($0, cell) } } else { _storeBytes(nil, cell) }
  }

  /// Writes a Data column. Data of more than 16,777,200 bytes stops the program.
  public final func _setData(_ column: Int, _ value: Data) {
    _check(value, column)
    let cell = _cellForWriting(column, Slot.size)
    TextCell.withBytes(of: value) { _storeBytes($0, cell) }
  }

  /// Writes a `Data?` column.
  public final func _setOptionalData(_ column: Int, _ value: Data?) {
    if let value { _check(value, column) }
    let cell = _cellForWriting(column, Slot.size)
    if let value { TextCell.withBytes(of: value) { _storeBytes($0, cell) } } else { _storeBytes(nil, cell) }
  }

  // Checks the length before the cell is written, so that the error can name the property.
  @inline(__always)
  final func _check(_ value: String, _ column: Int) {
    if value.utf8.count > Slot.byteLimit { _stopAtLength("String", value.utf8.count, Slot.byteLimit, column) }
  }

  @inline(__always)
  final func _check(_ value: Data, _ column: Int) {
    if value.count > Slot.dataLimit { _stopAtLength("Binary", value.count, Slot.dataLimit, column) }
  }

  @inline(never)
  private func _stopAtLength(_ what: String, _ bytes: Int, _ limit: Int, _ column: Int) -> Never {
    misuse(.tooLong(what: what, bytes: bytes, limit: limit, property: _entity.label(column)))
  }

  @usableFromInline final func _readString(_ cell: UnsafeMutableRawPointer) -> String {
    TextCell.string(Slot.bytes(at: cell, in: _rowAccess.home))
  }

  @usableFromInline final func _readOptionalString(_ cell: UnsafeMutableRawPointer) -> String? {
    Slot(at: cell).isNull ? nil : TextCell.string(Slot.bytes(at: cell, in: _rowAccess.home))
  }

  @usableFromInline final func _readData(_ cell: UnsafeMutableRawPointer) -> Data? {
    Slot(at: cell).isNull ? nil : Data(Slot.bytes(at: cell, in: _rowAccess.home))
  }

  final func _storeBytes(_ bytes: UnsafeRawBufferPointer?, _ cell: UnsafeMutableRawPointer) {
    if _rowAccess.context.pointee.kind == AccessContext.Kind.unmanaged.rawValue {
      UnmanagedCell.storeBytes(bytes, cell)
    } else {
      _realm.session.storeBytes(bytes, at: cell, in: _rowAccess.base)
    }
  }
}

/// Converts strings and data to and from the bytes of slots.
enum TextCell {
  @inline(__always)
  static func string(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter isWritten: Whether the caller has registered the property of the value with `WrittenProperty`.
  @inline(__always)
  static func withBytes<Result>(of value: String, isWritten: Bool = false, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = value.utf8.withContiguousStorageIfAvailable({ body(checked($0, isWritten)) }) { return result }
    return withBytes(copying: value, isWritten, body)
  }

  // Calls `body` with the bytes of a string whose storage is not contiguous UTF-8. Not inlined, because the mutable copy retains the
  // string.
  @inline(never)
  private static func withBytes<Result>(copying value: String, _ isWritten: Bool, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var value = value
    return value.withUTF8 { body(checked($0, isWritten)) }
  }

  @inline(__always)
  private static func checked(_ bytes: UnsafeBufferPointer<UInt8>, _ isWritten: Bool) -> UnsafeRawBufferPointer {
    if bytes.count > Slot.byteLimit { stop("String", bytes.count, Slot.byteLimit, isWritten) }
    return UnsafeRawBufferPointer(bytes)
  }

  static func withBytes<Result>(of value: Data, isWritten: Bool = false, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    value.withUnsafeBytes { bytes in
      if bytes.count > Slot.dataLimit { stop("Binary", bytes.count, Slot.dataLimit, isWritten) }
      return body(bytes)
    }
  }

  @inline(never)
  private static func stop(_ what: String, _ bytes: Int, _ limit: Int, _ isWritten: Bool) -> Never {
    misuse(.tooLong(what: what, bytes: bytes, limit: limit, property: isWritten ? WrittenProperty.label : nil))
  }
}
