public import AshlarSchema

/// Formats the column layout of each table.
public enum LayoutDump {
  /// Returns a section for each type: the capacity of a full cluster, the cluster's size without the heap, and one line for each column
  /// with its ordinal, its offsets and the kind and width of its cells.
  public static func text(_ schema: SchemaModel) -> String {
    schema.entities.map { text($0, in: schema) }.joined(separator: "\n")
  }

  private static func text(_ entity: EntityModel, in schema: SchemaModel) -> String {
    let layout = TableLayout(entity, in: schema)
    let (offsets, size) = layout.offsets(capacity: layout.capacity)
    var text = "\(entity.name)"
    if entity.storedName != entity.name { text += " (stored as \(entity.storedName))" }
    text += ": \(layout.capacity) rows a cluster, \(size) bytes before the heap\n"
    for (ordinal, property) in entity.columns.enumerated() {
      let column = layout.columns[ordinal]
      text += "  \(ordinal)  \(property.storedName): \(column.kind) of \(column.width) bytes at \(offsets[ordinal].value)"
      if column.hasNullFlag { text += ", null flags at \(offsets[ordinal].null)" }
      if column.elementWidth > 0 { text += ", elements of \(column.elementWidth) bytes" }
      text += "\n"
    }
    return text
  }
}
