/// A condition for which `Condition` has no case: it implements its own binding.
protocol RowCondition {
  /// The path that the printed condition begins with.
  var path: Condition.Path { get set }
  /// The paths of the properties that determine the condition. Must not be empty, and all paths must lead to properties of the same
  /// objects; a row matches if at least one of these objects does.
  var paths: [Condition.Path] { get }
  /// The condition in predicate text: the operator after the path, and its argument.
  var text: (operation: String, argument: Any) { get }
  /// The part of the condition after the path, as a plan prints it.
  var planText: String { get }

  /// Binds the condition to the columns of the objects that `paths` lead to. `entity` is the type at the beginning of the paths.
  func bind(_ entity: _Entity, _ core: _RealmCore) -> any ComputedCondition
}
