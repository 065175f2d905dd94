import AshlarSchema

/// The encoding of a layout, little-endian: number UInt32, number of columns UInt16, then for each column its number UInt16 and one byte
/// each for kind, type, width, flags (1: has null flags, 2: nil may be stored, 4: nil means zero), kind of elements plus one, or 0, width
/// of element values, and element flags (1: keys, 2: null flags).
extension StoredLayout {
  func append(to bytes: inout [UInt8]) {
    bytes.append(integer: number)
    bytes.append(integer: UInt16(columns.count))
    for column in columns {
      let layout = column.layout
      bytes.append(integer: column.number)
      bytes += [layout.kind.rawValue, layout.type.rawValue, UInt8(layout.width), flags(column)]
      if let element = layout.element {
        bytes += [element.value.rawValue + 1, UInt8(element.valueWidth), (element.hasKey ? 1 : 0) | (element.hasNullFlag ? 2 : 0)]
      } else {
        bytes += [0, 0, 0]
      }
    }
  }

  private func flags(_ column: Column) -> UInt8 {
    (column.layout.hasNullFlag ? 1 : 0) | (column.layout.isOptional ? 2 : 0) | (column.nilIsZero ? 4 : 0)
  }

  /// Returns nil if the bytes are not valid.
  init?(_ reader: inout ByteReader) {
    guard let number = reader.integer(UInt32.self), let count = reader.integer(UInt16.self), number > 0 else { return nil }
    self.number = number
    columns = []
    for _ in 0..<count {
      guard let column = Column(&reader), column.number > columns.last?.number ?? 0 || columns.isEmpty else { return nil }
      columns.append(column)
    }
  }
}

extension StoredLayout.Column {
  init?(_ reader: inout ByteReader) {
    guard let number = reader.integer(UInt16.self), let kind = reader.integer(UInt8.self), let type = reader.integer(UInt8.self),
      let width = reader.integer(UInt8.self), let flags = reader.integer(UInt8.self), let value = reader.integer(UInt8.self),
      let valueWidth = reader.integer(UInt8.self), let elementFlags = reader.integer(UInt8.self),
      let kind = ColumnLayout.Kind(rawValue: kind), let type = ValueType(rawValue: type), flags < 8, elementFlags < 4
    else { return nil }
    var element: ElementLayout?
    if value > 0 {
      guard let value = ElementLayout.Value(rawValue: value - 1), Int(valueWidth) == ColumnLayout.width(of: type) else { return nil }
      element = ElementLayout(
        value: value, valueWidth: Int(valueWidth), hasKey: elementFlags & 1 != 0, hasNullFlag: elementFlags & 2 != 0)
    }
    let layout = ColumnLayout(
      kind: kind, type: type, width: Int(width), hasNullFlag: flags & 1 != 0, isOptional: flags & 2 != 0, element: element)
    guard layout.isPlausible else { return nil }
    self.init(number: number, layout: layout, nilIsZero: flags & 4 != 0)
  }
}

extension ColumnLayout {
  // The functions that read cells rely on these widths.
  fileprivate var isPlausible: Bool {
    switch kind {
    case .list, .set, .map: element != nil && width == ColumnLayout.slotWidth && !hasNullFlag
    case .string, .data, .any, .link, .embedded: element == nil && width == ColumnLayout.width(of: type) && !hasNullFlag && fits
    case .scalar, .date: element == nil && width == ColumnLayout.width(of: type) && fits
    }
  }

  private var fits: Bool { kind == type.kind.cell || type == .object && kind == .embedded }
}
