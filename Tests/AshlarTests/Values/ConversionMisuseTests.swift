import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

@Suite("Misuse of untyped values")
struct ConversionMisuseTests {
  @Test("a Double for an integer stops the program, also one without a fraction")
  func doubleForInt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Scalars(value: ["int": 2.0]) }
    #expect(errorText(result).contains("Invalid value '2.0' of type 'Double' for 'int' property 'Scalars.int'."))
  }

  @Test("an integer that is neither 0 nor 1 for a Bool stops the program")
  func twoForBool() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Scalars(value: ["bool": 2]) }
    #expect(errorText(result).contains("Invalid value '2' of type 'Int' for 'bool' property 'Scalars.bool'."))
  }

  @Test("a Double beyond Float's range stops the program")
  func doubleForFloat() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Scalars(value: ["float": 1e39]) }
    #expect(errorText(result).contains("for 'float' property 'Scalars.float'."))
  }

  @Test("text that is no finite decimal stops the program", arguments: ["many", "inf"])
  func textForDecimal(text: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [text] in
      _ = Scalars(value: ["decimal": text])
    }
    #expect(errorText(result).contains("Invalid value '\(text)' of type 'String' for 'decimal128' property 'Scalars.decimal'."))
  }

  @Test("text that is no UUID stops the program")
  func textForUUID() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Scalars(value: ["uuid": "none"]) }
    #expect(errorText(result).contains("Invalid value 'none' of type 'String' for 'uuid' property 'Scalars.uuid'."))
  }

  @Test("text for a collection stops the program, though text is a sequence")
  func textForList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Lists(value: ["strings": "abc"]) }
    #expect(errorText(result).contains("property 'Lists.strings'."))
  }

  @Test("a collection of another element type stops the program")
  func otherElements() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lists = Lists(value: ["ints": [1]])
      lists["doubles"] = lists.ints
    }
    #expect(errorText(result).contains("property 'Lists.doubles'."))
  }

  @Test("a collection of optional elements for one of required ones stops the program")
  func otherOptionality() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf["ints"] = shelf.maybeIntSet
    }
    #expect(errorText(result).contains("property 'Shelf.ints'."))
  }

  @Test("a list of another class stops the program")
  func otherClass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let node = Node()
      node["children"] = node.parts
    }
    #expect(errorText(result).contains("property 'Node.children'."))
  }

  @Test("an object of another class for a link stops the program")
  func otherClassForLink() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Node(value: ["next": TextKey()])
    }
    #expect(errorText(result).contains("property 'Node.next'."))
  }

  @Test("a dictionary for a list stops the program")
  func dictionaryForList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Lists(value: ["ints": ["a": 1]]) }
    #expect(errorText(result).contains("property 'Lists.ints'."))
  }

  @Test("a number for an object stops the program")
  func numberForObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Node(value: 5) }
    #expect(errorText(result).contains("Invalid value '5' of type 'Int' for 'Node': pass an array, a dictionary or an object."))
  }

  @Test("creating from a deleted object stops the program")
  func deleted() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let node = realm.create(Node.self)
        realm.delete(node)
        realm.create(Node.self, value: node)
      }
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }
}
