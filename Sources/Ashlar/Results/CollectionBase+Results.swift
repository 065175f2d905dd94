import AshlarSchema

extension _CollectionBase {
  /// The elements as results, for filtering and sorting. Of an unmanaged collection only aggregates and search work.
  final func makeResultsCore() -> _ResultsCore {
    guard let managed else { return _ResultsCore(unmanaged: self) }
    guard let entity = objectEntity else {
      return _ResultsCore(core: managed.core, source: .values(managed, []), entity: managed.entity)
    }
    return _ResultsCore(core: managed.core, source: .collection(managed), entity: entity)
  }
}
