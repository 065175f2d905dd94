import Foundation
import Kinds
import People
import Testing
import TestTraits

@testable import Ashlar

extension Node {
  fileprivate var negated: Int { -weight }
  fileprivate var initial: String { String(label.prefix(1)) }
  fileprivate var heading: String { "\(label) \(weight)" }
  fileprivate var nextLabel: String { next?.label ?? "zzz" }
  fileprivate var constant: Int { 3 }
  fileprivate var same: Int { weight }
}

extension Person {
  fileprivate var shown: String { nickname ?? firstName }
}

@Suite("Key paths of computed properties", .blocking)
struct ComputedKeyPathTests {
  @Test("every function that takes a key path refuses one that is computed", arguments: 0..<20)
  func refused(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm()
      try realm.write { for weight in 1...3 { realm.create(Node.self, value: ["weight": weight]) } }
      let nodes = realm.objects(Node.self)
      switch number {
      case 0: print(nodes.sorted(by: \.negated).map(\.weight))
      case 1: print(nodes.sum(of: \.negated) as Int)
      case 2: print(nodes.max(of: \.negated) as Any)
      case 3: print(nodes.min(of: \.negated) as Any)
      case 4: print((nodes.average(of: \.negated) as Double?) as Any)
      case 5: print(nodes.distinct(by: [\Node.initial]).count)
      case 6: print(SortDescriptor(keyPath: \Node.negated))
      case 7: print(nodes.sorted(by: \.nextLabel).count)
      case 8: _ = nodes.observe(keyPaths: [\Node.negated]) { _ in }
      case 9: _ = nodes.observe(keyPaths: [\Node.heading]) { _ in }
      case 10: _ = nodes[0].observe(keyPaths: [\Node.initial]) { (_: ObjectChange<Node>) in }
      case 11: _ = nodes.sectioned(by: \.heading)
      case 12: print(nodes[0].children.sum(of: \.negated) as Int)
      case 13: print(nodes.sorted(by: \.constant).count)
      case 14: print(nodes.sorted(by: \.next?.negated).count)
      case 15: print(realm.objects(Person.self).sorted(by: \.shown).count)
      case 16: print(realm.objects(Person.self).sorted(by: \.nickname!).count)
      case 17: print(Node().children.max(of: \.negated) as Any)
      case 18: _ = nodes.changes(keyPaths: [\Node.negated])
      default: print(nodes.sorted(by: \.label.count).count)
      }
    }
    let text = errorText(result)
    if number == 13 {
      #expect(text.contains("refers to no stored property"))
    } else {
      #expect(text.contains("refers to a property that is not stored: it is computed from '"), "\(number): \(text)")
    }
  }

  @Test("stored properties are taken in every shape: behind links, optional, with '?' and with '!', and in collections")
  func stored() throws {
    func path<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>, _ use: KeyPathUse = .values) -> String {
      KeyPathParts.path(of: keyPath, for: use)
    }
    for _ in 0..<3 {
      #expect(path(\Node.weight) == "weight" && path(\Node.next?.weight) == "next.weight" && path(\Node.next!.weight) == "next.weight")
      #expect(path(\Node.next?.next?.label) == "next.next.label" && path(\Node.part?.size) == "part.size" && path(\Node.same) == "weight")
      #expect(path(\Node.keyed?.number) == "keyed.number" && path(\Node.keyed!.number) == "keyed.number")
      #expect(path(\Scalars.shade) == "shade" && path(\Scalars.anyLevel) == "anyLevel" && path(\Anything.any) == "any")
      #expect(path(\Custom.web) == "web" && path(\Custom.anyWeather) == "anyWeather")
      #expect(path(\Node.children[0].weight, .observing) == "children.weight" && path(\Node.next, .observing) == "next")
      #expect(
        path(\Node.children.first?.next?.label, .observing) == "children.next.label"
          && path(\Node.parents[0].label, .observing) == "parents.label")
      #expect(path(\Custom.web.host, .observing) == "web" && path(\Custom.points[0].latitude, .observing) == "points")
      #expect(path(\Person.nickname!, .observing) == "nickname")
      #expect(path(\Node.initial, .sections) == "label")
    }
  }

  @Test("sections by what is computed of one property have its order")
  func sections() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write { for label in ["banana", "apple", "blue", "avocado"] { realm.create(Node.self, value: ["label": label]) } }
    let sections = realm.objects(Node.self).sectioned(by: \.initial)
    #expect(sections.map(\.key) == ["a", "b"] && sections.flatMap { $0.map(\.label) } == ["apple", "avocado", "banana", "blue"])
  }
}
