import Ashlar
import Foundation
import Kinds
import People
import Testing

@Suite("Values by key and by path")
struct KeyValueAccessTests {
  @Test("a key reads and sets a property, managed and not")
  func keys() throws {
    let dog = Dog()
    dog.setValue("Rex", forKey: "name")
    #expect(dog.value(forKey: "name") as? String == "Rex" && dog.value(forKey: "owner") == nil)
    dog.setValue(["firstName": "Ada"], forKey: "owner")
    let realm = try memoryRealm()
    try realm.write {
      realm.add(dog)
      dog.setValue(7, forKey: "age")
    }
    #expect(dog.age == 7 && dog.owner?.firstName == "Ada")
    let person = try #require(dog.owner)
    try realm.write { person.setValue([["firstName": "x"], ["firstName": "y"]], forKey: "friends") }
    #expect(person.friends.map(\.firstName) == ["x", "y"])
  }

  @Test("a path leads through links, and ends in nil where a link does")
  func paths() throws {
    let node = Node(value: ["label": "a", "next": ["label": "b", "next": ["label": "c", "part": ["piece": ["label": "p"]]]]])
    #expect(node.value(forKeyPath: "next.next.label") as? String == "c")
    #expect(node.value(forKeyPath: "next.next.next.label") == nil)
    #expect(node.value(forKeyPath: "label") as? String == "a")
    node.setValue("z", forKeyPath: "next.next.label")
    #expect(node.next?.next?.label == "z")
    node.setValue("z", forKeyPath: "next.next.next.label")
    #expect(node.next?.next?.next == nil)
  }

  @Test("a dictionary has a value for each name, nil too, and makes the same object")
  func dictionary() throws {
    let dog = Dog(value: ["name": "Rex", "age": 3])
    let values = dog.dictionaryWithValues(forKeys: ["name", "age", "chip", "owner"])
    #expect(Set(values.keys) == ["name", "age", "chip", "owner"])
    let copy = Dog(value: values)
    #expect(copy.name == "Rex" && copy.age == 3 && copy.chip == nil)
  }

  @Test("an unknown name stops the program, and so does a path through a value")
  func misuse() async {
    let name = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog().value(forKey: "nmae")
    }
    #expect(errorText(name).contains("Property 'nmae' not found in object of type 'Dog'"))
    let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["name": "a"]).value(forKeyPath: "name.length")
    }
    #expect(errorText(path).contains("Invalid key path 'name.length': 'Dog.name' is not a link or a collection"))
  }
}
