import Ashlar

// Conditions and orders whose values are computed, asked of code that is built as programs are.

let count = 300
let realm = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "questions"))
try realm.write {
  var things: [Thing] = []
  for number in 0..<count {
    let thing = realm.create(Thing.self, value: ["number": number])
    thing.title = String(repeating: "x", count: 20 + number % 3)
    switch number % 4 {
    case 0: thing.plain = .fromArray([.int(number), .string("a text that is longer than a cell, \(number % 10)")])
    case 1: thing.plain = .fromDictionary(["word": .string("some longer text \(number % 7)"), "number": .int(number)])
    case 2: thing.plain = .string("a text by itself")
    default: thing.plain = .double(Double(number))
    }
    thing.amounts.append(objectsIn: [Double(number), 0.5])
    thing.other = things.last
    thing.more.append(objectsIn: things.suffix(2))
    things.append(thing)
  }
}
let things = realm.objects(Thing.self)
var asked = 0
var wrong: [String] = []

@MainActor func ask(_ text: String, _ isRight: (Int) -> Bool) {
  asked += 1
  let found = things.filter(text).map(\.number).sorted()
  let wanted = (0..<count).filter(isRight)
  if found != wanted { wrong.append("\(text): \(found.prefix(5)) of \(found.count) and not \(wanted.prefix(5)) of \(wanted.count)") }
}

ask("plain[0] == 8") { $0 == 8 }
ask("plain[0] != 8") { $0 != 8 }
ask("plain[1] ENDSWITH '4'") { $0 % 4 == 0 && $0 % 10 == 4 }
ask("plain['word'] == 'some longer text 3'") { $0 % 4 == 1 && $0 % 7 == 3 }
ask("ANY plain[*] == 9") { $0 == 9 }
ask("other.plain[0] == 12") { $0 == 13 }
ask("ANY more.plain['word'] CONTAINS 'text 5'") { number in
  [1, 2].contains { number >= $0 && (number - $0) % 4 == 1 && (number - $0) % 7 == 5 }
}
ask("title BEGINSWITH other.title") { $0 > 0 && $0 % 3 != 0 }
ask("number * 2 + 1 == 11") { $0 == 5 }
ask("amounts.@sum > 10") { $0 >= 10 }
ask("amounts == {3, 0.5}") { $0 == 3 }
ask("SUBQUERY(more, $x, $x.number > 5).@count == 2") { $0 > 7 }
let words = things.sorted(byKeyPath: "plain[word]").map(\.number)
let order = (0..<count).sorted { a, b in
  func word(_ number: Int) -> Int { number % 4 == 1 ? number % 7 : -1 }
  return (word(a), a) < (word(b), b)
}
if Array(words) != order { wrong.append("sorted: \(words.prefix(5)) and not \(order.prefix(5))") }
let firsts = things.distinct(by: ["plain[word]"]).count
if firsts != 8 { wrong.append("distinct: \(firsts)") }
for line in wrong { print(line) }
print("questions: \(asked + 2), wrong: \(wrong.count)")
