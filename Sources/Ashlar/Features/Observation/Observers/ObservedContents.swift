/// A value with contents: an observer receives the value first, and then the edits of its contents.
protocol ObservedContents<_Change>: ObservationTarget where _Change: ContentsChange, _Change.Contents == Self {
  /// Returns the instance of the value. Stops the program unless the value can be observed now.
  func observableCore() -> _RealmCore
  /// Creates an observer in the value's instance. Stops the program for invalid key paths.
  func observer(_ keyPaths: [String]?, _ block: @escaping (_Change) -> Void) -> Observer
  /// Returns a frozen copy, from which another instance can recreate the value.
  func frozenForObserving() -> Self
  /// Recreates the value in an instance of its file; nil if its owner does not exist there.
  func remade(in core: _RealmCore) -> Self?
}

/// A change of contents.
protocol ContentsChange {
  associatedtype Contents
  associatedtype Edits: ContentsEdits
  /// Returns the change of the first call.
  static func initial(_ contents: Contents) -> Self
  /// Returns the change with the edits since the last call.
  static func update(_ contents: Contents, _ edits: Edits) -> Self
}

/// The edits between two versions of the contents.
protocol ContentsEdits {
  var isEmpty: Bool { get }
}

extension ObservedContents {
  func observationSource(_ keyPaths: [String]?) -> ObservationSource<_Change> {
    ObservationSource(
      core: observableCore(),
      observer: { self.observer(keyPaths, $0) },
      frozen: {
        let frozen = self.frozenForObserving()
        return { core, _, block in frozen.remade(in: core)?.observer(keyPaths, block) }
      })
  }
}

extension ObservedContents where Self: ThreadConfined {
  func frozenForObserving() -> Self { freeze() }
}
