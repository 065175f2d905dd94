internal import AshlarCompiler
/// Reports properties that models store before an import and would not store after it.
final class LostProperties {
  private let types: SwiftTypes
  private let isAllowed: Bool
  private let sink: DiagnosticSink
  private var reported: Set<SourceSpan> = []

  /// Whether an import must not write any file.
  var isRefused: Bool { !isAllowed && !reported.isEmpty }

  init(types: SwiftTypes, isAllowed: Bool, sink: DiagnosticSink) { (self.types, self.isAllowed, self.sink) = (types, isAllowed, sink) }

  /// Returns whether a class is a model in the older style: it stores properties, and neither it nor a superclass has a property with
  /// `@Persisted`.
  func isOlder(_ type: ScannedType) -> Bool {
    guard types.isModel(type.swiftName) else { return false }
    let classes = types.chain(type.swiftName).classes
    return !classes.contains(where: \.hasPersisted) && !OlderStyle(types: types).stored(type, in: classes).isEmpty
  }

  /// Reports one property as lost.
  func report(_ property: ScannedProperty, reason: String) {
    guard reported.insert(property.name.span).inserted else { return }
    sink.report(.lostProperty(property.name.text, reason: reason, isAllowed: isAllowed), at: property.name.span)
  }

  /// Reports the problems found in the converted files, except the older style of properties that were reported as lost.
  func report(_ findings: DiagnosticSink.Findings) {
    sink.report(
      findings.filter { problem, span in
        if case .olderStyle = problem { !reported.contains(span) } else { true }
      })
  }

  /// Reports the properties that the classes of a file store by RealmSwift's rules but would not store after an import.
  ///
  /// - Parameter stored: The names of the properties stored after the import, by class.
  func compare(_ file: ScannedFile, with stored: [String: Set<String>]) {
    for type in file.types where type.keyword == .classType {
      let after = stored[type.swiftName] ?? []
      for property in before(type) where !after.contains(property.name.text) { report(property, reason: "") }
    }
  }

  private func before(_ type: ScannedType) -> [ScannedProperty] {
    if isOlder(type) { return OlderStyle(types: types).stored(type, in: types.chain(type.swiftName).classes) }
    return types.isModel(type.swiftName) ? type.properties.filter { $0.wrapper != nil } : []
  }
}
