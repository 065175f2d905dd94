/// A type of objects in the outbox: the number of a recorded shape, and the index of the type in that shape.
struct Address: Hashable {
  let shape: UInt32
  let type: Int
}
