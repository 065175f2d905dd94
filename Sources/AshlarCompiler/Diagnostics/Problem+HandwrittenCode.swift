extension Problem {
  /// The stable code of a problem with a handwritten class; empty for any other problem.
  var handwrittenCode: String {
    switch self {
    case .privateModel: "private-model"
    case .conditionalModel: "conditional-model"
    case .conditionalProperty: "conditional-property"
    case .unreadableCodingKeys: "unreadable-coding-keys"
    case .privateCoding: "private-coding"
    case .persistedOutsideModel: "persisted-outside-model"
    case .repeatedProperty: "repeated-property"
    case .persistedArgument: "persisted-argument"
    case .untypedProperty: "untyped-property"
    case .keyNotStored: "key-not-stored"
    case .initializerNotRequired: "initializer-not-required"
    case .initializerWithoutSuper: "initializer-without-super"
    case .missingInitializer: "missing-initializer"
    case .assignmentBeforeSuper: "assignment-before-super"
    case .unstoredType: "unstored-type"
    case .olderStyle: "older-style"
    case .computedSetting: "computed-setting"
    case .positionTaken: "position-taken"
    case .positionTooFar: "position-too-far"
    case .movedPositions: "moved-positions"
    case .notOpened: "not-opened"
    case .narrowModel: "narrow-model"
    case .failableByHand: "failable-by-hand"
    case .notImported: "not-imported"
    case .lostProperty: "lost-property"
    case .foreignType: "foreign-type"
    case .conditionalCase: "conditional-case"
    case .conditionalSetting: "conditional-setting"
    default: ""
    }
  }
}
