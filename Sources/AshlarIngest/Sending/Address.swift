/// Identifies a type of objects in the outbox by its shape and by the index of the type in that shape.
struct Address: Hashable {
  let shape: UInt32
  let type: Int
}
