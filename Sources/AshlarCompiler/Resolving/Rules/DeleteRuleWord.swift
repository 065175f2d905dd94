internal import AshlarSchema

/// The value of `deleteRule`.
struct DeleteRuleWord {
  /// The rule; nil for `nullify`, which is also the behavior of links without a rule.
  let rule: DeleteRule?

  var text: String { rule?.word ?? DeleteRule.nullify }

  /// Parses the value. If it is not a delete rule, reports an error and returns nil.
  init?(_ scalar: ScalarNode, sink: DiagnosticSink) {
    if let rule = DeleteRule.allCases.first(where: { $0.word == scalar.text }) {
      self.rule = rule
    } else if scalar.text == DeleteRule.nullify {
      rule = nil
    } else {
      let suggestion = Synonym.deleteRules[scalar.text] ?? Spelling.nearest(to: scalar.text, in: DeleteRule.words)
      sink.report(
        .rule(scalar.text == "cascadeIfLast" ? .cascadeIfLast : .unknownDeleteRule(scalar.text, suggestion: suggestion)), at: scalar.span)
      return nil
    }
  }
}
