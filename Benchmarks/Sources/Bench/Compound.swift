import Ashlar
import BenchCompound
import Foundation

/// How many purchases a customer has.
private let purchasesEach = 1_000
private let lookUps = 500_000
private let pageSize = 50

/// The values of a purchase: in the order of time, and each of a customer at random.
private struct PurchaseValues {
  let id: Int
  let customers: Int

  var customer: Int { Int(UInt64(bitPattern: Int64(scattered(id))) >> 20) % customers }
  var placed: Date { Date(timeIntervalSince1970: TimeInterval(1_600_000_000 + id * 97)) }
}

/// The parts of the key of a place.
private struct PlaceValues {
  static let numbers = (0..<100).map { "seat \($0)" }

  let id: Int

  var hall: Int { id / 10_000 }
  var row: Int { id / 100 % 100 }
  var number: String { PlaceValues.numbers[id % 100] }
  var code: String { "\(hall)-\(row)-\(number)" }
}

extension Harness {
  /// W25: indexes and keys of several properties.
  func compound() throws {
    try insertsWithIndex()
    try newest()
    try newestOfLink()
    try compoundLookUps()
    for name in ["compound", "text"] { try remove(name) }
  }

  private var customers: Int { max(1, rows / purchasesEach) }

  /// All rows in one transaction into a new file, without and with an index of two properties.
  private func insertsWithIndex() throws {
    try alternately(
      "W25_insert", "W25_insert_with_index", operations: rows,
      {
        try insertPurchases(FreePurchase.self) { values in
          let purchase = FreePurchase()
          (purchase.id, purchase.customer, purchase.placed, purchase.amount) = (values.id, values.customer, values.placed, values.id)
          return purchase
        }
      },
      {
        try insertPurchases(Purchase.self) { values in
          let purchase = Purchase()
          (purchase.id, purchase.customer, purchase.placed, purchase.amount) = (values.id, values.customer, values.placed, values.id)
          return purchase
        }
      })
  }

  @inline(__always)
  private func insertPurchases<Row: Object>(_ type: Row.Type, _ make: (PurchaseValues) -> Row) throws -> Double {
    try remove("compound")
    let realm = try open("compound", [type])
    return try time {
      try realm.write { for id in 0..<rows { realm.add(make(PurchaseValues(id: id, customers: customers))) } }
    }
  }

  /// The newest purchases of a customer, from the file of `insertsWithIndex`.
  private func newest() throws {
    let realm = try open("compound", [Purchase.self])
    let all = realm.objects(Purchase.self)
    let page = all.where { $0.customer == 0 }.sorted(by: \.placed, ascending: false).limited(to: pageSize)
    try check("W25_newest_50", page.map(\.id))
    let reads = 1_000
    run("W25_newest_50", operations: reads) {
      time {
        for number in 0..<reads {
          let customer = number % customers
          let page = all.where { $0.customer == customer }.sorted(by: \.placed, ascending: false).limited(to: pageSize)
          for purchase in page { sink(purchase.id) }
        }
      }
    }
  }

  /// The newest purchases by a link to the customer.
  private func newestOfLink() throws {
    try remove("compound")
    let realm = try open("compound", [OwnedPurchase.self, Customer.self])
    let owners = try realm.write {
      let owners = (0..<customers).map { id in
        let customer = Customer()
        customer.id = id
        realm.add(customer)
        return customer
      }
      for id in 0..<rows {
        let values = PurchaseValues(id: id, customers: customers)
        let purchase = OwnedPurchase()
        (purchase.id, purchase.customer, purchase.placed, purchase.amount) = (id, values.customer, values.placed, id)
        purchase.owner = owners[values.customer]
        realm.add(purchase)
      }
      return owners
    }
    let all = realm.objects(OwnedPurchase.self)
    let first = owners[0]
    let page = all.where { $0.owner == first }.sorted(by: \.placed, ascending: false).limited(to: pageSize)
    try check("W25_newest_50_of_link", page.map(\.id))
    let reads = 1_000
    run("W25_newest_50_of_link", operations: reads) {
      time {
        for number in 0..<reads {
          let owner = owners[number % owners.count]
          let page = all.where { $0.owner == owner }.sorted(by: \.placed, ascending: false).limited(to: pageSize)
          for purchase in page { sink(purchase.id) }
        }
      }
    }
  }

  // Later purchases have greater keys.
  private func check(_ name: String, _ ids: [Int]) throws {
    let expected = (0..<rows).reversed().lazy.filter { PurchaseValues(id: $0, customers: customers).customer == 0 }.prefix(pageSize)
    guard ids.elementsEqual(expected) else { throw BenchError.countsDiffer(name, counted: ids.count, collected: expected.count) }
  }

  /// Random look-ups by a key of three properties, and by a text that contains the same, and one property of each object.
  private func compoundLookUps() throws {
    try remove("compound")
    try remove("text")
    let (compound, text) = (try open("compound", [Place.self]), try open("text", [CodedPlace.self]))
    try compound.write {
      for id in 0..<rows {
        let values = PlaceValues(id: id)
        let place = Place()
        (place.hall, place.row, place.number, place.price) = (values.hall, values.row, values.number, id)
        compound.add(place)
      }
    }
    let codes = (0..<rows).map { PlaceValues(id: $0).code }
    try text.write {
      for (id, code) in codes.enumerated() {
        let place = CodedPlace()
        (place.code, place.price) = (code, id)
        text.add(place)
      }
    }
    try alternately(
      "W25_lookup_text_key", "W25_lookup_compound_key", operations: lookUps,
      {
        try time {
          var random = XorShift(XorShift.seed &+ 25)
          for _ in 0..<lookUps {
            let id = Int(random.next() % UInt64(rows))
            guard let place = text.object(ofType: CodedPlace.self, forPrimaryKey: codes[id]) else { throw BenchError.rowMissing(id) }
            sink(place.price)
          }
        }
      },
      {
        try time {
          var random = XorShift(XorShift.seed &+ 25)
          for _ in 0..<lookUps {
            let id = Int(random.next() % UInt64(rows))
            let values = PlaceValues(id: id)
            let key = Place.PrimaryKey(hall: values.hall, row: values.row, number: values.number)
            guard let place = compound.object(ofType: Place.self, forPrimaryKey: key) else { throw BenchError.rowMissing(id) }
            sink(place.price)
          }
        }
      })
  }
}
