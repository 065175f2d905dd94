import AshlarSchema

extension _CollectionBase {
  /// Returns the elements as results, to filter and sort them. Results of an unmanaged collection support only aggregates and search.
  final func makeResultsCore() -> _ResultsCore {
    guard let managed else { return _ResultsCore(unmanaged: self) }
    guard let entity = objectEntity else {
      return _ResultsCore(core: managed.core, source: .values(managed, []), entity: managed.entity)
    }
    return _ResultsCore(core: managed.core, source: .collection(managed), entity: entity)
  }
}
