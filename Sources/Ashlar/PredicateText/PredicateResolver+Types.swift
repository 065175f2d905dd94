import AshlarSchema
import AshlarStore

// The operators and values that each type of property supports.
extension PredicateResolver {
  func refused(_ operation: Operator, _ path: PredicatePath, at place: Int) -> RealmPredicateError {
    source.fail("Operator '\(operation.row.word)' not supported for type '\(path.type)' of '\(path.name)'.", at: place)
  }

  /// Throws if the comparison requires an order and the values of the path have none.
  func check(_ comparison: Comparison, _ path: PredicatePath, at place: Int) throws(RealmPredicateError) {
    if comparison == .equal || comparison == .notEqual { return }
    switch path.type.form {
    case .bool, .objectId, .uuid, .object: throw refused(.relation(.order(comparison)), path, at: place)
    case .integer, .float, .double, .string, .data, .date, .decimal, .any: break
    }
  }

  /// Converts a value to a constant that can be compared with the values of a path. Throws if the value does not fit the path's property.
  func constant(_ value: PredicateValue, for path: PredicatePath, at place: Int) throws(RealmPredicateError) -> QueryConstant {
    func mismatch() -> RealmPredicateError {
      let form = path.type == .date ? " Write a date as \(PredicateDate.forms)." : ""
      return source.fail(
        "Cannot compare value '\(value.text)' of type '\(value.type)' to property '\(path.name)' of type '\(path.type)'.\(form)", at: place)
    }
    if path.end == .length {
      guard value.constant.isNumber else {
        throw source.fail("The length of '\(path.name)' can only be compared with a number.", at: place)
      }
      return value.constant
    }
    switch (path.type.form, value.constant) {
    case (.any, _): return value.constant
    case (.object, .null): return .null
    case (_, .null):
      guard path.mayBeNil || path.isMany else {
        throw source.fail("'\(path.name)' is never nil: it is not optional.", at: place)
      }
      return .null
    case (.object, .object(_, let type, let ordinal, let context)):
      guard ordinal == path.target?.ordinal else { throw mismatch() }
      if let context, context != core.context {
        throw source.fail("Object of type '\(type)' must be from the Realm being queried.", at: place)
      }
      return value.constant
    case (.integer, .bool(let truth)): return .int(truth ? 1 : 0)
    case (.integer, let number), (.float, let number), (.double, let number):
      guard number.isNumber else { throw mismatch() }
      return number
    case (.decimal, .string(let text)):
      guard let number = try? Decimal128(string: text), !number.isNaN else { throw mismatch() }
      return .decimal(number)
    case (.decimal, let number):
      guard number.isNumber else { throw mismatch() }
      return number
    case (.bool, .bool): return value.constant
    case (.bool, .int(0)): return .bool(false)
    case (.bool, .int(1)): return .bool(true)
    case (.string, .string), (.data, .data), (.date, .date): return value.constant
    case (.data, .string(let text)): return .data(Array(text.utf8))
    case (.date, .string(let text)):
      guard let date = PredicateDate.parse(text) else { throw mismatch() }
      return .date(seconds: date.seconds, nanoseconds: date.nanoseconds)
    case (.objectId, .bytes) where value.type == "ObjectId", (.uuid, .bytes) where value.type == "UUID": return value.constant
    case (.uuid, .string(let text)):
      guard let bytes = PredicateValue.uuid(text) else { throw mismatch() }
      return .bytes(bytes)
    default: throw mismatch()
    }
  }
}

extension QueryConstant {
  var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    default: false
    }
  }
}

extension ValueType {
  var isNumber: Bool { kind.isNumeric }

  /// Returns whether properties of the two types can be compared with each other.
  func isComparable(with other: ValueType) -> Bool { self == other || isNumber && other.isNumber }
}
