import Ashlar
import Clinics
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
  vet.field = .bones
  vet.fees["night"] = Clinic.Fee(euros: 90)
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
let vets = realm.objects(Vet.self).where { $0.field == .bones && $0.fee == Clinic.Fee(euros: 30) }
print("for bones:", vets.map { "\($0.name) \($0.fee.euros) \($0.fees["night"]??.euros ?? -1)" }.joined(separator: " "))
print("stored:", realm.objects(Vet.self).filter("fee == 3000 && field == 'bones'").count)
