import Testing

@Suite("The schema block")
struct SchemaBlockDiagnosticTests {
  @Test("versions, access and names are checked")
  func versionsAccessAndNamesAreChecked() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema:
        name: my-app
        version: -1
        access: private
        imports: [Foundation, "a b"]
      """#,
      #"""
      dogs.yaml:3:9: error: 'my-app' is not a Swift identifier that can name a schema [invalid-identifier]
        name: my-app
              ^~~~~~
      dogs.yaml:4:12: error: '-1' is not a schema version; write an integer from 0 to 18446744073709551614, or 'history' [bad-schema-version]
        version: -1
                 ^~
      dogs.yaml:5:11: error: 'private' is not an access level; write 'public', 'package' or 'internal' [unknown-access]
        access: private
                ^~~~~~~
      dogs.yaml:6:25: error: 'a b' is not a Swift identifier that can name a module [invalid-identifier]
        imports: [Foundation, "a b"]
                              ^~~~~
      """#)
  }
}
