/// A type of objects in the outbox: the shape, and the type's index in it.
struct Address: Hashable {
  let shape: UInt32
  let type: Int
}
