public import AshlarSchema

/// Reads CSV with objects of one type. The first record names properties and may contain `$row`.
public struct CSVRecords {
  let name: String
  private let bytes: [UInt8]
  private let type: EntityModel
  private let columns: [Column]
  /// The position of the next record.
  var place: RecordPlace

  private enum Column {
    case row
    case property(name: String, CSVForm.Property)
  }

  var count: Int { bytes.count }

  /// Reads the header. Throws if it is missing or malformed, or if it contains a name twice or a name that is neither `$row` nor a
  /// property.
  /// - Parameters:
  ///   - name: The name of the input, for messages.
  ///   - bytes: The content of the input.
  ///   - type: The type of the objects.
  ///   - types: All types of the file, by name.
  public init(_ name: String, _ bytes: [UInt8], _ type: EntityModel, _ types: [String: EntityModel]) throws(ImportFailure) {
    self.name = name
    self.bytes = bytes
    self.type = type
    var reader = CSVReader(bytes)
    let header: [CSVReader.Field]
    do throws(CSVReader.Failure) {
      header = try reader.next() ?? []
    } catch {
      throw ImportFailure(place: "\(name):\(error.line)", message: error.message)
    }
    var columns: [Column] = []
    var seen: Set<String> = []
    for field in header {
      guard seen.insert(field.text).inserted else {
        throw ImportFailure(place: "\(name):1", message: "the header names '\(field.text)' twice")
      }
      if field.text == "$row" {
        columns.append(.row)
        continue
      }
      do throws(ValueFailure) {
        let property = try ValueReader.property(field.text, of: type)
        let target = property.type == .object ? property.target.flatMap { types[$0] } : nil
        let key = target?.primaryKey.flatMap { target?.properties[$0] }
        columns.append(.property(name: property.name, CSVForm.Property(property, key: key)))
      } catch {
        throw ImportFailure(place: "\(name):1", message: error.message)
      }
    }
    if columns.isEmpty {
      throw ImportFailure(place: "\(name):1", message: "the header is missing: the first record must list the names of the properties")
    }
    self.columns = columns
    place = RecordPlace(offset: reader.offset, line: reader.line)
  }

  /// Reads the next record; returns nil at the end.
  mutating func next() throws(ImportFailure) -> ImportRecord? {
    var reader = CSVReader(bytes, offset: place.offset, line: place.line)
    var line = place.line
    var fields: [CSVReader.Field]
    do throws(CSVReader.Failure) {
      repeat {
        line = reader.line
        guard let found = try reader.next() else { return nil }
        fields = found
        // An empty line is skipped, unless there is only one column: the line then contains a null field.
      } while columns.count > 1 && fields.count == 1 && fields[0].isNull
    } catch {
      throw ImportFailure(place: "\(name):\(error.line)", message: error.message)
    }
    place = RecordPlace(offset: reader.offset, line: reader.line)
    let (source, number) = (name, line)
    // The text is created only for messages.
    var here: String { "\(source):\(number)" }
    guard fields.count == columns.count else {
      throw ImportFailure(
        place: here,
        message: "found \(fields.count == 1 ? "1 field" : "\(fields.count) fields"), but the header names \(columns.count)")
    }
    var record = ImportRecord(type: type.name, row: nil, members: [])
    for (column, field) in zip(columns, fields) {
      switch column {
      case .row:
        guard let row = Int64(field.text) else {
          throw ImportFailure(place: here, message: "'$row' must be an integer, not '\(field.text)'")
        }
        record.row = row
      case .property(let name, let property):
        do throws(ValueFailure) {
          record.members.append(JSONValue.Member(name: name, value: try CSVForm.value(field, property)))
        } catch {
          throw ImportFailure(place: here, message: error.of(type.name, name).message)
        }
      }
    }
    return record
  }
}
