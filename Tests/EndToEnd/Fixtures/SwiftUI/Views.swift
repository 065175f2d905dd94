import RealmSwift
import SwiftUI

// Views as they are written for RealmSwift.

// listing: results
struct ContentView: View {
  @ObservedResults(ItemGroup.self) var groups

  var body: some View {
    if let group = groups.first {
      ItemsView(group: group).environment(\.realm, group.realm!)
    } else {
      Button("Begin") { $groups.append(ItemGroup()) }
    }
  }
}
// end

struct ItemsView: View {
  @ObservedRealmObject var group: ItemGroup
  @Environment(\.realm) var realm
  @Environment(\.realmConfiguration) var configuration

  var body: some View {
    List {
      ForEach(group.items) { item in ItemRow(item: item) }
        .onDelete(perform: $group.items.remove)
        .onMove(perform: $group.items.move)
      ForEach($group.items) { $item in TextField("Name", text: $item.name) }
    }
    Button("Add") { $group.items.append(Item()) }
    Button("Remove the first") { $group.items.remove(at: 0) }
    Button("Write by hand") {
      guard let group = group.thaw(), let realm = group.realm else { return }
      try? realm.write { group.items.append(Item()) }
    }
    Text("\(realm.objects(Item.self).count)")
  }
}

struct ItemRow: View {
  @ObservedRealmObject var item: Item

  var body: some View {
    TextField("Name", text: $item.name)
    Toggle("Favourite", isOn: $item.isFavorite)
    Stepper("Count", value: $item.count, in: 0...9)
    if let owner = Binding($item.owner) {
      PersonView(person: owner.wrappedValue)
      TextField("Owner", text: owner.name)
    }
    Button("Tag") { $item.tags.insert("new") }
    Button("Untag") { $item.tags.remove("new") }
    Button("Note") { $item.notes["today"] = "seen" }
    Button("Forget") { $item.notes.set(object: nil, for: "today") }
    Button("Delete") { $item.delete() }
    TextField("By hand", text: item.bind(\.name))
  }
}

struct PersonView: View {
  @ObservedRealmObject var person: Person
  var body: some View {
    if let address = person.address { AddressView(address: address) }
  }
}

struct AddressView: View {
  @ObservedRealmObject var address: PostalAddress
  var body: some View { TextField("Street", text: $address.street) }
}

struct NewItemView: View {
  @StateRealmObject var item = Item()
  @StateRealmObject var drafts: RealmSwift.List<Item>
  @StateRealmObject var names = MutableSet<String>()
  @ObservedResults(Item.self) var items

  var body: some View {
    TextField("Name", text: $item.name)
    ItemRow(item: item)
    Button("Keep a draft") { $drafts.append(item) }
    Button("Name") { $names.insert(item.name) }
    Button("Save") { $items.append(item) }
    Button("Another") { item = Item() }
  }
}

struct FilteredView: View {
  @ObservedResults(Item.self, where: { $0.isFavorite == true }, sortDescriptor: SortDescriptor(keyPath: "name")) var items
  @ObservedResults(Item.self, filter: RealmPredicate(format: "name BEGINSWITH %@", "a"), keyPaths: ["name"]) var named
  @ObservedResults(ItemCard.self, where: { $0.title != "" }) var cards
  @State private var text = ""
  let owner: String

  init(owner: String, configuration: Realm.Configuration) {
    self.owner = owner
    _items = ObservedResults(Item.self, configuration: configuration, where: { $0.owner.name == owner })
  }

  var body: some View {
    List {
      ForEach(items) { item in Text(item.name) }.onDelete(perform: $items.remove)
      ForEach(cards) { card in CardView(card: card) }.onDelete(perform: $cards.remove)
      ForEach(named) { Text($0.name) }
    }
    .searchable(text: $text, collection: $items, keyPath: \.name)
    .searchable(text: $text, collection: $items, keyPath: \.name, prompt: "Name")
    Button("All") { $items.where = nil }
    Button("Many") { $items.where = { $0.count > 3 } }
    Button("By text") { $items.filter = RealmPredicate(format: "count > 3") }
    Button("In order") { $items.sortDescriptor = SortDescriptor(keyPath: "count", ascending: false) }
    Button("Remove one") { if let item = items.first { $items.remove(item) } }
  }
}

struct CardView: View {
  @ObservedRealmObject var card: ItemCard
  var body: some View {
    TextField("Title", text: $card.title)
    Button("Delete") { $card.delete() }
  }
}

struct SectionedView: View {
  @ObservedSectionedResults(
    Item.self, sectionKeyPath: \.name, sortDescriptors: [SortDescriptor(keyPath: "name"), SortDescriptor(keyPath: "count")],
    where: { $0.count > 0 }) var byName
  @ObservedSectionedResults(
    Item.self, sectionBlock: { $0.count / 10 }, sortDescriptors: [SortDescriptor(keyPath: "count")]) var byTens
  @ObservedSectionedResults(ItemCard.self, sectionKeyPath: \.title) var cards
  @State private var text = ""

  var body: some View {
    List {
      ForEach(byName) { section in
        Section(section.key) {
          ForEach(section) { item in Text(item.name) }.onDelete { $byName.remove(atOffsets: $0, section: section) }
        }
      }
      ForEach(byTens) { section in Text("\(section.key): \(section.count)") }
      ForEach(cards) { section in ForEach(section) { Text($0.title) } }
    }
    .searchable(text: $text, collection: $byName, keyPath: \.name)
    Button("Turn round") { $byName.sortDescriptors = [SortDescriptor(keyPath: "name", ascending: false)] }
  }
}

struct ParentView: View {
  @StateRealmObject var group = ItemGroup()
  var body: some View {
    ItemsView(group: group)
    ListView(items: group.items)
    TextField("First", text: $group.items[0].name)
  }
}

// listing: list
struct ListView: View {
  @ObservedRealmObject var items: RealmSwift.List<Item>
  var body: some View {
    List { ForEach(items) { Text($0.name) }.onDelete(perform: $items.remove).onMove(perform: $items.move) }
    Button("Add") { $items.append(Item()) }
  }
}
// end
