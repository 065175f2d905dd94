import Ashlar

let realm = try Realm(configuration: .init(inMemoryIdentifier: "tour", objectTypes: TourSchema.objectTypes))

try realm.write {
  let ada = Person()
  ada.name = "Ada"
  ada.age = 36
  realm.add(ada)
  let rex = Dog()
  rex.name = "Rex"
  rex.owner = ada
  realm.add(rex)
}

for person in realm.objects(Person.self).where({ $0.age > 3 && $0.name.starts(with: "A") }) {
  print("\(person.name) is \(person.mood) and has \(person.dogs.count) dog: \(Array(person.dogs.map(\.name)))")
}
