import Ashlar
import Toys

let realm = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "kennel"))
try realm.write {
  let owner = Owner()
  owner.name = "Ada"
  for (name, age) in [("Rex", 4), ("Fido", 7), ("Bello", 2)] {
    let dog = Dog()
    dog.name = name
    dog.age = age
    dog.owner = owner
    dog.collar = Collar()
    realm.add(dog)
  }
  realm.add(Toy(named: "ball", of: .rope))
  let vet = Vet()
  vet.name = "Kay"
  vet.patients.append(objectsIn: realm.objects(Dog.self).where { $0.age > 3 })
  realm.add(vet)
}
let dogs = realm.objects(Dog.self)
print("dogs:", dogs.sorted(byKeyPath: "name").map(\.name).joined(separator: " "))
print("old:", dogs.where { $0.age > 3 }.count)
print("of Ada:", realm.objects(Owner.self).first?.dogs.count ?? -1)
print("collar:", dogs.first?.collar?.color ?? "none")
print("of Kay:", realm.objects(Dog.self).where { $0.vets.name == "Kay" }.map(\.name).sorted().joined(separator: " "))
print("toy:", realm.object(ofType: Toy.self, forPrimaryKey: "ball")?.material.rawValue ?? "none")
