import Testing
import TestTraits
import Twins

@testable import Ashlar

// Written by hand: there is no table of the key paths of these classes.
extension Node {
  fileprivate var negated: Int { -weight }
  fileprivate var linked: Int { next?.weight ?? -1 }
}

extension OptionalIntKey {
  fileprivate var orZero: Int { number ?? 0 }
}

@Suite("Key paths of computed properties of classes written by hand", .blocking)
struct ComputedKeyPathClassTests {
  @Test("what is computed is refused", arguments: 0..<6)
  func refused(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm([Node.self, Part.self, Piece.self, OptionalIntKey.self])
      let nodes = realm.objects(Node.self)
      switch number {
      case 0: print(nodes.sorted(by: \.negated).count)
      case 1: print(nodes.sum(of: \.negated) as Int)
      case 2: print(realm.objects(OptionalIntKey.self).distinct(by: [\OptionalIntKey.orZero]).count)
      case 3: print(nodes.max(of: \.linked) as Any)
      case 4: print(nodes.sorted(by: \.children.count).count)
      default: _ = nodes.observe(keyPaths: [\Node.next?.negated]) { _ in }
      }
    }
    #expect(errorText(result).contains("refers to a property that is not stored: it is computed from '"))
  }

  @Test("stored properties are taken in every shape")
  func stored() {
    func path<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>, _ use: KeyPathUse = .values) -> String {
      KeyPathParts.path(of: keyPath, for: use)
    }
    for _ in 0..<3 {
      #expect(path(\Node.weight) == "weight" && path(\OptionalIntKey.number) == "number" && path(\Node.next?.label) == "next.label")
      #expect(path(\Node.next!.label) == "next.label" && path(\Node.keyed!.number) == "keyed.number" && path(\Node.next) == "next")
      #expect(path(\Node.children) == "children" && path(\Node.children[0].next, .observing) == "children.next")
      #expect(
        path(\Node.children[0].keyed?.number, .observing) == "children.keyed.number"
          && path(\Node.parents[0].label, .observing) == "parents.label")
    }
  }
}
