extension DefaultValue {
  /// Returns the bytes of a cell that contains the value, or, for text and data, the bytes of the value; nil if the value is created for
  /// each object, or if values of this type do not include it.
  package func bytes(as type: ValueType) -> [UInt8]? {
    func raw<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    switch type {
    case .bool: if case .bool(let value) = self { return [value ? 1 : 0] }
    case .int, .int8, .int16, .int32, .int64:
      if case .int(let value) = self { return Array(raw(value.littleEndian).prefix(type.kind.width)) }
    case .float:
      if case .double(let value) = self { return raw(Float(value).bitPattern.littleEndian) }
      if case .int(let value) = self { return raw(Float(value).bitPattern.littleEndian) }
    case .double:
      if case .double(let value) = self { return raw(value.bitPattern.littleEndian) }
      if case .int(let value) = self { return raw(Double(value).bitPattern.littleEndian) }
    case .string: if case .string(let text) = self { return Array(text.utf8) }
    case .data: if case .data(let bytes) = self { return bytes }
    case .date:
      if case .date(let seconds, let nanoseconds) = self { return raw(seconds.littleEndian) + raw(nanoseconds.littleEndian) }
    case .decimal128: if case .decimal128(let low, let high) = self { return raw(low.littleEndian) + raw(high.littleEndian) }
    case .objectId: if case .objectId(let bytes) = self { return bytes }
    case .uuid: if case .uuid(let bytes) = self { return bytes }
    case .object, .any: break
    }
    return nil
  }

  /// Returns the number in a cell of a type with the form `ScalarForm.decimal`.
  package static func decimal(in cell: UnsafeRawPointer, _ type: ValueType) -> DefaultValue {
    switch type {
    case .decimal128:
      return .decimal128(low: cell.loadUnaligned(as: UInt64.self), high: cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    case .bool, .int, .int8, .int16, .int32, .int64, .float, .double, .string, .data, .date, .objectId, .uuid, .object, .any:
      preconditionFailure("cells of \(type) contain no decimal numbers")
    }
  }
}
