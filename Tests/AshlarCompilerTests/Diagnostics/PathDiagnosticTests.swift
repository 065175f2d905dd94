import Testing

@Suite("Paths of projections")
struct PathDiagnosticTests {
  private static let types = #"""
    ashlar: 1
    enums: { Mood: [calm] }
    types: { URL: { persisted: String }, Point: { persisted: Spot } }
    mixins: { M: { properties: { remark: String } } }
    objects:
      Person:
        mixins: [M]
        properties:
          name: String
          mood: Mood
          page: URL?
          position: Point
          anything: AnyRealmValue
          home: Spot?
          friend: Person?
          friends: List<Person>
          enemies: MutableSet<Person>
          tags: List<String>
          marks: MutableSet<Int>
          links: Map<Person?>
          scores: Map<Int>
          dogs: { type: LinkingObjects<Dog>, origin: owner }
          cache: { swift: "[Int]", ignored: true, default: { swift: "[]" } }
    """#

  private static let broken = "\n      broken: Unknown?\n      badly: { kind: Int }"

  private static let rest = #"""
      Dog: { properties: { owner: Person? } }
    embedded:
      Spot: { properties: { city: String, owner: Person? } }
    projections:
      Card:
        of: Person
        properties:
    """#

  /// Expects these diagnostics for a projection of `Person` with these properties.
  private func expect(
    _ properties: String, broken: Bool = false, _ expected: String, location: Testing.SourceLocation = #_sourceLocation
  ) {
    let lines = properties.split(separator: "\n").map { "\n      " + $0 }.joined()
    expectDiagnostics(Self.types + (broken ? Self.broken : "") + "\n" + Self.rest + lines, expected, location: location)
  }

  @Test("each step is a property of the type reached")
  func unknownSteps() {
    expect(
      #"""
      a: nmae
      b: home.ctiy
      c: friend.friend.Zebra
      d: friends.nam
      e: remrak
      f: remark
      g: Name
      """#,
      #"""
      dogs.yaml:31:10: error: 'Person' has no property 'nmae' [unknown-path-step]
            a: nmae
               ^~~~
      dogs.yaml:9:7: note: did you mean 'name'? It is declared here
      dogs.yaml:32:15: error: 'Spot' has no property 'ctiy' [unknown-path-step]
            b: home.ctiy
                    ^~~~
      dogs.yaml:26:25: note: did you mean 'city'? It is declared here
      dogs.yaml:33:24: error: 'Person' has no property 'Zebra' [unknown-path-step]
            c: friend.friend.Zebra
                             ^~~~~
      dogs.yaml:6:3: note: 'Person' is declared here
      dogs.yaml:34:18: error: 'Person' has no property 'nam' [unknown-path-step]
            d: friends.nam
                       ^~~
      dogs.yaml:9:7: note: did you mean 'name'? It is declared here
      dogs.yaml:35:10: error: 'Person' has no property 'remrak' [unknown-path-step]
            e: remrak
               ^~~~~~
      dogs.yaml:4:30: note: did you mean 'remark'? It is declared here
      dogs.yaml:37:10: error: 'Person' has no property 'Name' [unknown-path-step]
            g: Name
               ^~~~
      dogs.yaml:9:7: note: did you mean 'name'? It is declared here
      """#)
  }

  @Test("a path is names joined by dots")
  func malformed() {
    expect(
      #"""
      a: home?.city
      b: .name
      c: home.
      d: home..city
      e: "\\Person.name"
      f: "friends[0].name"
      g: home city
      h: "home . city"
      """#,
      #"""
      dogs.yaml:31:10: error: 'home?.city' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            a: home?.city
               ^~~~~~~~~~
      dogs.yaml:32:10: error: '.name' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            b: .name
               ^~~~~
      dogs.yaml:33:10: error: 'home.' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            c: home.
               ^~~~~
      dogs.yaml:34:10: error: 'home..city' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            d: home..city
               ^~~~~~~~~~
      dogs.yaml:35:10: error: '\Person.name' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            e: "\\Person.name"
               ^~~~~~~~~~~~~~~
      dogs.yaml:36:10: error: 'friends[0].name' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            f: "friends[0].name"
               ^~~~~~~~~~~~~~~~~
      dogs.yaml:37:10: error: 'home city' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            g: home city
               ^~~~~~~~~
      dogs.yaml:38:10: error: 'home . city' is not a valid path; write names joined by dots, as in 'home.city' [malformed-path]
            h: "home . city"
               ^~~~~~~~~~~~~
      """#)
  }

  @Test("values end a path")
  func values() {
    expect(
      #"""
      a: name.count
      b: mood.rawValue
      c: friend.page.host
      d: position.city
      e: anything.string
      f: tags.count
      g: tags.name
      h: friends.name.count
      i: marks.first
      j: scores.count
      """#,
      #"""
      dogs.yaml:31:15: error: a path cannot continue after 'name', which has the type 'String' [path-through-value]
            a: name.count
                    ^~~~~
      dogs.yaml:9:7: note: 'name' is declared here
      dogs.yaml:32:15: error: a path cannot continue after 'mood', which has the type 'Mood' [path-through-value]
            b: mood.rawValue
                    ^~~~~~~~
      dogs.yaml:10:7: note: 'mood' is declared here
      dogs.yaml:33:22: error: a path cannot continue after 'page', which has the type 'URL?' [path-through-value]
            c: friend.page.host
                           ^~~~
      dogs.yaml:11:7: note: 'page' is declared here
      dogs.yaml:34:19: error: a path cannot continue after 'position', which has the type 'Point' [path-through-value]
            d: position.city
                        ^~~~
      dogs.yaml:12:7: note: 'position' is declared here
      dogs.yaml:35:19: error: a path cannot continue after 'anything', which has the type 'AnyRealmValue' [path-through-value]
            e: anything.string
                        ^~~~~~
      dogs.yaml:13:7: note: 'anything' is declared here
      dogs.yaml:37:15: error: a path cannot continue after 'tags', which has the type 'List<String>' [path-through-value]
            g: tags.name
                    ^~~~
      dogs.yaml:18:7: note: 'tags' is declared here
      dogs.yaml:38:23: error: a path cannot continue after 'name', which has the type 'String' [path-through-value]
            h: friends.name.count
                            ^~~~~
      dogs.yaml:9:7: note: 'name' is declared here
      """#)
  }

  @Test("a path goes through one list or set of objects")
  func collections() {
    expect(
      #"""
      a: friends.friends.name
      b: enemies.friends
      c: friends.dogs
      d: friends.friends.count
      e: friends.tags.first
      f: friend.friends.home.city
      g: friends.links.count
      h: friends.friend.enemies.friend
      """#,
      #"""
      dogs.yaml:31:18: error: a path can continue through only one collection; after the second, 'friends', only 'count', 'first' or 'last' can follow [path-through-two-collections]
            a: friends.friends.name
                       ^~~~~~~
      dogs.yaml:16:7: note: 'friends' is declared here
      dogs.yaml:32:18: error: a path can continue through only one collection; after the second, 'friends', only 'count', 'first' or 'last' can follow [path-through-two-collections]
            b: enemies.friends
                       ^~~~~~~
      dogs.yaml:33:18: error: a path can continue through only one collection; after the second, 'dogs', only 'count', 'first' or 'last' can follow [path-through-two-collections]
            c: friends.dogs
                       ^~~~
      dogs.yaml:38:25: error: a path can continue through only one collection; after the second, 'enemies', only 'count', 'first' or 'last' can follow [path-through-two-collections]
            h: friends.friend.enemies.friend
                              ^~~~~~~
      dogs.yaml:17:7: note: 'enemies' is declared here
      """#)
  }

  @Test("a path cannot continue through a Map or LinkingObjects")
  func mapsAndOrigins() {
    expect(
      #"""
      a: links.name
      b: links.first
      c: scores.last
      d: dogs.owner
      e: dogs.first
      f: friend.dogs.owner.name
      g: friends.links.name
      h: links.count
      i: dogs.count
      """#,
      #"""
      dogs.yaml:31:10: error: a path cannot continue through the Map 'links'; only 'count' can follow it [path-through-map]
            a: links.name
               ^~~~~
      dogs.yaml:20:7: note: 'links' is declared here
      dogs.yaml:32:10: error: a path cannot continue through the Map 'links'; only 'count' can follow it [path-through-map]
            b: links.first
               ^~~~~
      dogs.yaml:20:7: note: 'links' is declared here
      dogs.yaml:33:10: error: a path cannot continue through the Map 'scores'; only 'count' can follow it [path-through-map]
            c: scores.last
               ^~~~~~
      dogs.yaml:21:7: note: 'scores' is declared here
      dogs.yaml:34:10: error: a path cannot continue through the LinkingObjects 'dogs'; only 'count', 'first' or 'last' can follow it [path-through-linking-objects]
            d: dogs.owner
               ^~~~
      dogs.yaml:22:7: note: 'dogs' is declared here
      dogs.yaml:36:17: error: a path cannot continue through the LinkingObjects 'dogs'; only 'count', 'first' or 'last' can follow it [path-through-linking-objects]
            f: friend.dogs.owner.name
                      ^~~~
      dogs.yaml:22:7: note: 'dogs' is declared here
      dogs.yaml:37:18: error: a path cannot continue through the Map 'links'; only 'count' can follow it [path-through-map]
            g: friends.links.name
                       ^~~~~
      dogs.yaml:20:7: note: 'links' is declared here
      """#)
  }

  @Test("count, first and last end a path")
  func members() {
    expect(
      #"""
      a: friends.first.name
      b: tags.count.x
      c: dogs.last.owner.name
      d: friends.home.city
      """#,
      #"""
      dogs.yaml:31:24: error: a path cannot continue after 'first' of a collection; use 'keyPath' for that [path-after-member]
            a: friends.first.name
                             ^~~~
      dogs.yaml:32:21: error: a path cannot continue after 'count' of a collection; use 'keyPath' for that [path-after-member]
            b: tags.count.x
                          ^
      dogs.yaml:33:20: error: a path cannot continue after 'last' of a collection; use 'keyPath' for that [path-after-member]
            c: dogs.last.owner.name
                         ^~~~~
      """#)
  }

  @Test("what is not stored is not shown")
  func notStored() {
    expect(
      #"""
      a: cache
      b: friend.cache
      c: realm
      d: friend.isInvalidated
      e: { keyPath: cache.count, type: Int }
      f: { keyPath: "isInvalidated.description", type: String }
      g: { keyPath: self, type: Person }
      h: { keyPath: shout, type: String }
      i: { keyPath: dogs.first?.owner, type: "Person?" }
      """#,
      #"""
      dogs.yaml:31:10: error: 'cache' is not stored; a projection can show only stored properties [path-not-stored]
            a: cache
               ^~~~~
      dogs.yaml:23:7: note: 'cache' is declared here
      dogs.yaml:32:17: error: 'cache' is not stored; a projection can show only stored properties [path-not-stored]
            b: friend.cache
                      ^~~~~
      dogs.yaml:23:7: note: 'cache' is declared here
      dogs.yaml:33:10: error: 'realm' is not stored; a projection can show only stored properties [path-not-stored]
            c: realm
               ^~~~~
      dogs.yaml:34:17: error: 'isInvalidated' is not stored; a projection can show only stored properties [path-not-stored]
            d: friend.isInvalidated
                      ^~~~~~~~~~~~~
      dogs.yaml:35:21: error: 'cache' is not stored; a projection can show only stored properties [path-not-stored]
            e: { keyPath: cache.count, type: Int }
                          ^~~~~~~~~~~
      dogs.yaml:23:7: note: 'cache' is declared here
      dogs.yaml:36:21: error: 'isInvalidated' is not stored; a projection can show only stored properties [path-not-stored]
            f: { keyPath: "isInvalidated.description", type: String }
                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~
      dogs.yaml:37:21: error: 'self' is not stored; a projection can show only stored properties [path-not-stored]
            g: { keyPath: self, type: Person }
                          ^~~~
      """#)
  }

  @Test("an error that was reported before is not reported again")
  func brokenBefore() {
    expect(
      #"""
      a: broken.name
      b: badly.name
      c: friend.broken
      """#, broken: true,
      #"""
      dogs.yaml:24:15: error: unknown type 'Unknown' [unknown-type]
            broken: Unknown?
                    ^~~~~~~
      dogs.yaml:25:7: error: a property needs the key 'type' [missing-key]
            badly: { kind: Int }
            ^~~~~
      dogs.yaml:25:16: error: unknown key 'kind' in a property [unknown-key]
            badly: { kind: Int }
                     ^~~~
      """#)
  }
}
