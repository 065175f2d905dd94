import AshlarSchema

/// The purpose of a key path, which determines the properties that it may lead to.
enum KeyPathUse: Equatable {
  /// Comparing, sorting and aggregating: a stored property, possibly of objects that are reached through links and collections.
  case values
  /// Observing: a property that `values` accepts, a collection or one of its elements, or a part of a custom type's value.
  case observing
  /// The key of sections, which are ordered by the property that the key path reads: a property that `values` accepts, or a value computed
  /// from one stored property.
  case sections
  /// Like `values`, but for properties of projections, which may also be collections.
  case projecting

  /// Returns the path of the stored property that a key path leads to; stops the program if it leads to none.
  ///
  /// - Parameters:
  ///   - columns: The columns in the root class's `_keyPathColumns`; empty if the class has none.
  ///   - evaluate: Applies the key path to an object that the recorder creates.
  func path(of keyPath: AnyKeyPath, columns: Set<Int> = [], _ evaluate: (_Recorder) -> Any) -> String {
    switch origin(of: keyPath, columns, evaluate) {
    case .stored(let path): path
    case .computed(let read): refuse(keyPath, read)
    }
  }

  /// Like `path`, but returns nil if the key path leads to no stored property.
  func storedPath(of keyPath: AnyKeyPath, columns: Set<Int> = [], _ evaluate: (_Recorder) -> Any) -> String? {
    if case .stored(let path) = origin(of: keyPath, columns, evaluate) { path } else { nil }
  }

  private enum Origin {
    /// The path of a property that this use accepts.
    case stored(String)
    /// The paths of the properties that a value is computed from.
    case computed([String])
  }

  // The key path is evaluated on objects that record the properties that it reads. It is evaluated several times, each time with a
  // different mark as the value of the properties. The key path leads to a computed property if it read properties on more than one path,
  // or if `accepts` rejects the result, which in most cases means that the result is not the mark of the property at the end of the path.
  private func origin(of keyPath: AnyKeyPath, _ columns: Set<Int>, _ evaluate: (_Recorder) -> Any) -> Origin {
    let type = Swift.type(of: keyPath).valueType
    let cases = QueryConstant.rawValues(type)
    // Only the description distinguishes 'link!.name' from a property that is computed from an optional link.
    let forces = keyPath.debugDescription.contains("!")
    var marks = self == .values || self == .projecting ? RecorderMark.usual : [.negative, .positive, .zero]
    var path: String?
    var index = 0
    while index < marks.count {
      let recorder = _Recorder()
      recorder.mark = marks[index]
      recorder.cases = cases
      recorder.keepsLinks = forces || !marks.contains(.null)
      // The values that are read must not outlive the recorder.
      let computed: [String]? = withExtendedLifetime(recorder) {
        let value = evaluate(recorder)
        guard let last = recorder.last, recorder.paths.count == 1 else { return recorder.paths }
        let whole = path ?? recorder.paths[0]
        if path == nil {
          path = whole
          marks += recorder.lastCases.indices.map { .enumCase($0) }
        }
        // A nil link ends the path.
        if marks[index] == .null, flattened(value) == nil, whole.hasPrefix(recorder.paths[0] + ".") { return nil }
        guard recorder.paths[0] == whole,
          accepts(value, of: last, recorder, marks[index], type, isDirect: !whole.contains("."), columns)
        else { return whole == recorder.paths[0] ? [whole] : [whole, recorder.paths[0]] }
        return nil
      }
      if let computed { return .computed(computed) }
      index += 1
    }
    return .stored(path ?? "")
  }

  private func accepts(
    _ value: Any, of property: PropertyModel, _ recorder: _Recorder, _ mark: RecorderMark, _ type: Any.Type, isDirect: Bool,
    _ columns: Set<Int>
  ) -> Bool {
    switch self {
    case .sections: return true
    case .observing:
      if property.collection != .none || property.customName != nil { return true }
      if property.type == .object { return KeyPathUse.wrapped(type) is ObjectBase.Type }
      return mark.isMark(value, property, recorder.lastCases)
    case .projecting where property.collection != .none: return true
    case .values, .projecting:
      if property.customName != nil, property.collection == .none {
        if isDirect, columns.contains(recorder.lastColumn) { return false }
        return KeyPathUse.wrapped(type) is any _CustomPersistable.Type
      }
      // After a link, a required property is optional if the key path contains '?'.
      if !isDirect, property.collection == .none, property.type != .object, !property.isOptional, type is any OptionalProtocol.Type {
        return mark.isMark(value, property, recorder.lastCases)
      }
      // A link to which the recorder provides a target is not nil.
      let mark = property.type == .object && recorder.keepsLinks && mark == .null ? .zero : mark
      return mark.isValue(value, of: property, cases: recorder.lastCases, type)
    }
  }

  private static func wrapped(_ type: Any.Type) -> Any.Type { (type as? any OptionalShape.Type)?.wrapped ?? type }

  private func refuse(_ keyPath: AnyKeyPath, _ read: [String]) -> Never {
    let names = read.indices.filter { !read[..<$0].contains(read[$0]) }.map { read[$0] }
    if names.isEmpty {
      misuse(.query("The key path '\(keyPath)' refers to no stored property. Computed and ignored ones are not stored. \(advice)"))
    }
    misuse(
      .query(
        "The key path '\(keyPath)' refers to a property that is not stored: it is computed from '\(names.joined(separator: "', '"))'. "
          + "\(advice)"))
  }

  private var advice: String {
    switch self {
    case .values, .projecting:
      "Pass a stored property, or use Swift's own functions on the elements, such as 'sorted { … }' and 'reduce'."
    case .observing: "Pass the stored properties."
    case .sections: "Pass a stored property, one that is computed from a single stored property, or sort descriptors and a block."
    }
  }
}
