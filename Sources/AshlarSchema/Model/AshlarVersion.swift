/// The version of this package: that of the library, of the command and of the code that the command generates.
package enum AshlarVersion {
  package static let current = "0.9.0"
}
