/// The version of this package: of the command, and of the runtime that generated code is for.
package enum AshlarVersion {
  package static let current = "0.1.0"
}
