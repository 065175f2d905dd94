/// A condition that the language does not have: it binds itself.
protocol RowCondition {
  /// The path that the printed condition begins with.
  var path: Condition.Path { get set }
  /// The values that determine the condition: properties of the object itself or of the objects that the path leads to, of which one must
  /// match. There is at least one, and all have the same objects.
  var paths: [Condition.Path] { get }
  /// The condition in predicate text: the operator after the path, and its argument.
  var text: (operation: String, argument: Any) { get }
  /// The part of the condition after the path, as a plan prints it.
  var planText: String { get }

  /// Binds the condition to the columns of the objects that `paths` leads to. `entity` is the type at the beginning of the paths.
  func bind(_ entity: _Entity, _ core: _RealmCore) -> any ComputedCondition
}
