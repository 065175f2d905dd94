/// The version of this package, which is that of the command and of the runtime for generated code.
package enum AshlarVersion {
  package static let current = "0.1.0"
}
