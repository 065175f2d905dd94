import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@Suite("A cluster whose file is overwritten while it is read")
struct OverwrittenClusterTests {
  /// Changes the capacity in the header of every cluster of layout 1 that has 30 rows and room for 64.
  static func overwrite(_ url: URL, capacity: UInt32) throws {
    var bytes = try Data(contentsOf: url)
    let header = Data([1, 0, 0, 0, 64, 0, 0, 0, 30, 0, 0, 0])
    let handle = try FileHandle(forUpdating: url)
    var found = false
    while let place = bytes.range(of: header) {
      try handle.seek(toOffset: UInt64(place.lowerBound + 4))
      try handle.write(contentsOf: withUnsafeBytes(of: capacity.littleEndian) { Data($0) })
      bytes.replaceSubrange(place, with: Data(count: place.count))
      found = true
    }
    #expect(found)
  }

  @Test(
    "ends the process with a message instead of overrunning memory, if its header claims more rows than there can be",
    .enabled(if: !TestEngine.isSealed))
  func capacity() async {
    for operation in 0..<3 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [operation = operation as Int] in
        let folder = try TemporaryFolder()
        let realm = try Realm(configuration: folder.configuration("data.realm", [SmallKey.self]))
        try realm.write {
          for id in 0..<30 {
            let object = SmallKey()
            object.id = Int8(id)
            object.value = id
            realm.add(object)
          }
        }
        let frozen = realm.freeze()
        let found = frozen.objects(SmallKey.self).where { $0.value > 3 }
        // The cluster is checked when it is first read.
        guard found.count == 26 else { return }
        try OverwrittenClusterTests.overwrite(folder.url(), capacity: 65_536)
        switch operation {
        case 0: _ = frozen.objects(SmallKey.self).where { $0.value > 4 }.count
        case 1: _ = Array(realm.objects(SmallKey.self))
        default: try realm.write { realm.delete(realm.objects(SmallKey.self)) }
        }
      }
      // Where the cluster is looked up again, its header is refused as damaged.
      let isRefused = errorText(result).contains("do not match its header")
      #expect(isRefused || errorText(result).contains("states 65536 rows, and a cluster has at most 256"), "operation \(operation)")
    }
  }
}
