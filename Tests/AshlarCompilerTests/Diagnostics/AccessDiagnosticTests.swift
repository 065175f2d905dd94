import Testing

@Suite("Access, deprecation and inheritance")
struct AccessDiagnosticTests {
  @Test("access is never wider than the type's")
  func accessIsNeverWider() {
    expectDiagnostics(
      #"""
      ashlar: 1
      schema: { access: package }
      objects:
        Dog:
          properties:
            a: { type: Int, access: public }
            b: { type: Int, access: package, setter: internal }
            c: { type: Int, access: internal, setter: package }
            d: { type: Int, setter: public }
            e: { type: Int, access: private, setter: fileprivate }
            f: { type: Int, access: , setter: [internal] }
      """#,
      #"""
      dogs.yaml:6:31: error: 'public' is wider than the access of the type, which is 'package' [access-too-wide]
            a: { type: Int, access: public }
                                    ^~~~~~
      dogs.yaml:8:49: error: 'package' is wider than the access of the property, which is 'internal' [setter-too-wide]
            c: { type: Int, access: internal, setter: package }
                                                      ^~~~~~~
      dogs.yaml:9:31: error: 'public' is wider than the access of the property, which is 'package' [setter-too-wide]
            d: { type: Int, setter: public }
                                    ^~~~~~
      dogs.yaml:10:31: error: 'private' is not an access level; write 'public', 'package' or 'internal' [unknown-access]
            e: { type: Int, access: private, setter: fileprivate }
                                    ^~~~~~~
      dogs.yaml:10:48: error: 'fileprivate' is not an access level; write 'public', 'package' or 'internal' [unknown-access]
            e: { type: Int, access: private, setter: fileprivate }
                                                     ^~~~~~~~~~~
      dogs.yaml:11:23: error: 'access' needs a value [wrong-shape]
            f: { type: Int, access: , setter: [internal] }
                            ^~~~~~
      dogs.yaml:11:41: error: 'setter' must be a single value, not a list [wrong-shape]
            f: { type: Int, access: , setter: [internal] }
                                              ^~~~~~~~~~
      """#)
  }

  @Test("linking objects cannot be set")
  func linkingObjects() {
    expectDiagnostics(
      #"""
      ashlar: 1
      objects:
        Dog: { properties: { owner: "Dog?", dogs: { type: LinkingObjects<Dog>, origin: owner, setter: internal, access: internal } } }
      """#,
      #"""
      dogs.yaml:3:89: error: 'setter' is not allowed on LinkingObjects, which are not stored [key-on-linking-objects]
        Dog: { properties: { owner: "Dog?", dogs: { type: LinkingObjects<Dog>, origin: owner, setter: internal, access: internal } } }
                                                                                              ^~~~~~
      """#)
  }

  @Test("a mixin decides about the access of its properties")
  func mixins() {
    expectDiagnostics(
      #"""
      ashlar: 1
      mixins:
        M:
          properties:
            a: { type: Int, access: internal }
            b: { type: Int, setter: internal }
            c: { type: Int, setter: public }
      objects:
        Dog:
          mixins: [M]
          properties:
            b: { type: Int, access: public, setter: internal }
            c: { type: Int, access: wide }
      """#,
      #"""
      dogs.yaml:5:23: error: a type cannot change the access of a property that comes from a mixin [access-of-mixin-property]
            a: { type: Int, access: internal }
                            ^~~~~~
      dogs.yaml:12:23: error: a type cannot change the access of a property that comes from a mixin [access-of-mixin-property]
            b: { type: Int, access: public, setter: internal }
                            ^~~~~~
      dogs.yaml:6:7: note: 'b' is declared here
      dogs.yaml:12:39: error: a type cannot change the access of a property that comes from a mixin [access-of-mixin-property]
            b: { type: Int, access: public, setter: internal }
                                            ^~~~~~
      dogs.yaml:6:7: note: 'b' is declared here
      dogs.yaml:13:31: error: 'wide' is not an access level; write 'public', 'package' or 'internal' [unknown-access]
            c: { type: Int, access: wide }
                                    ^~~~
      """#)
  }

  @Test("'deprecated' asks for a message, 'open' for a boolean")
  func shapes() {
    expectDiagnostics(
      #"""
      ashlar: 1
      enums:
        E: { cases: { a: { deprecated: } } }
      objects:
        Dog:
          open: yes
          deprecated: { message: x }
          properties: { a: { type: Int, deprecated: } }
      mixins: { M: { deprecated: x, open: true } }
      """#,
      #"""
      dogs.yaml:3:22: error: 'deprecated' needs a value [wrong-shape]
        E: { cases: { a: { deprecated: } } }
                           ^~~~~~~~~~
      dogs.yaml:6:11: error: 'yes' is neither 'true' nor 'false' [not-boolean]
          open: yes
                ^~~
      dogs.yaml:7:17: error: 'deprecated' must be a single value, not a mapping [wrong-shape]
          deprecated: { message: x }
                      ^~~~~~~~~~~~~~
      dogs.yaml:8:35: error: 'deprecated' needs a value [wrong-shape]
          properties: { a: { type: Int, deprecated: } }
                                        ^~~~~~~~~~
      dogs.yaml:9:16: error: unknown key 'deprecated' in a mixin; it is a key of a property [unknown-key]
      mixins: { M: { deprecated: x, open: true } }
                     ^~~~~~~~~~
      dogs.yaml:9:31: error: unknown key 'open' in a mixin [unknown-key]
      mixins: { M: { deprecated: x, open: true } }
                                    ^~~~
      """#)
  }
}
