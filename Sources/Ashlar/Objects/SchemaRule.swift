/// A rule of a class written by hand, or an index of several of its properties.
///
/// ```swift
/// class Account: Object {
///   @Persisted var tenant: Tenant?
///   @Persisted var login: String
///   @Persisted var age: Int?
///   override class var schemaRules: [SchemaRule] {
///     [.unique(\Account.tenant, \Account.login), .length(\Account.login, 1...40), .range(\Account.age, 0...150)]
///   }
/// }
/// ```
///
/// The plugin AshlarGenerate reads the list from the source, and the rules become part of the schema, as those of a YAML file do. No
/// program evaluates the list, so a value of this type contains nothing. Key paths denote properties of the class, which the first key path
/// of a call names; other arguments are literals. Swift verifies that the properties exist, and that the bounds of a property have its
/// stored type; the build reports every other mistake, such as a rule that the type of a property does not permit.
///
/// A write that breaks a rule throws `Realm.Error` with the code `.ruleViolated` when it is committed: see the guide, *Rules*. See also the
/// guide, *Models written in Swift*.
public struct SchemaRule: Sendable {
  private init() {}

  /// A relation of two properties, for `order(_:_:_:)`.
  public enum Relation: Sendable, Hashable, CaseIterable {
    /// `<`
    case less
    /// `<=`
    case lessOrEqual
    /// `==`
    case equal
    /// `!=`
    case notEqual
  }

  /// The effect of deleting an object on the objects at the other end of a link, for `@Persisted(deleteRule:)`.
  public enum DeleteRule: Sendable, Hashable, CaseIterable {
    /// The objects at the other end remain; a link from them to the deleted object becomes nil, or is removed from a list or set. This is
    /// the default.
    case nullify
    /// The objects at the other end are also deleted.
    case cascade
    /// The object is not deleted while there are objects at the other end.
    case deny
  }
}

// MARK: - Rules of several properties

extension SchemaRule {
  /// Declares a primary key that consists of several properties. The properties are required, and their values in a stored object cannot
  /// change. The plugin generates the struct `PrimaryKey` of these properties; see `CompoundKeyed`.
  ///
  /// ```swift
  /// .primaryKey(\Seat.hall, \Seat.row, \Seat.number)
  /// ```
  /// - Parameter properties: Two to eight properties, in the order of the key.
  public static func primaryKey<Root: ObjectBase>(_ properties: PartialKeyPath<Root>...) -> SchemaRule { SchemaRule() }

  /// Declares an index of several properties, which does not restrict their values.
  ///
  /// ```swift
  /// .index(\Order.customer, \Order.placed)
  /// ```
  /// - Parameter properties: Two to eight properties. Conditions use the index for `==` and `in` of the first properties, and for a range
  ///   or an order of the next one.
  public static func index<Root: ObjectBase>(_ properties: PartialKeyPath<Root>...) -> SchemaRule { SchemaRule() }

  /// Rejects a second object with the same values. Text is compared byte for byte. The rule has an index, which conditions use.
  ///
  /// ```swift
  /// .unique(\Account.tenant, \Account.login)
  /// ```
  /// - Parameters:
  ///   - properties: One to eight properties. For one property, the rule is that of `@Persisted(unique: true)`.
  ///   - nilCounts: Whether nil equals nil; otherwise, the rule does not apply to objects in which one of the properties is nil.
  public static func unique<Root: ObjectBase>(_ properties: PartialKeyPath<Root>..., nilCounts: Bool = false) -> SchemaRule {
    SchemaRule()
  }

  /// Rejects a second object with the same values among the objects in which `condition` is nil, such as those that are not marked as
  /// deleted. See `unique(_:nilCounts:)`.
  ///
  /// ```swift
  /// .unique(\Account.email, whenNil: \.deletedAt)
  /// ```
  public static func unique<Root: ObjectBase>(
    _ properties: PartialKeyPath<Root>..., whenNil condition: PartialKeyPath<Root>, nilCounts: Bool = false
  ) -> SchemaRule { SchemaRule() }

  /// Rejects a second object with the same values among the objects in which `condition` is true. See `unique(_:nilCounts:)`.
  public static func unique<Root: ObjectBase>(
    _ properties: PartialKeyPath<Root>..., whenTrue condition: PartialKeyPath<Root>, nilCounts: Bool = false
  ) -> SchemaRule { SchemaRule() }

  /// Rejects a second object with the same values among the objects in which `condition` is false. See `unique(_:nilCounts:)`.
  public static func unique<Root: ObjectBase>(
    _ properties: PartialKeyPath<Root>..., whenFalse condition: PartialKeyPath<Root>, nilCounts: Bool = false
  ) -> SchemaRule { SchemaRule() }

  /// Rejects objects in which `first` and `second` do not have the given relation. An object satisfies the rule if either is nil, and
  /// breaks it if either is NaN.
  ///
  /// ```swift
  /// .order(\Order.placed, .lessOrEqual, \Order.shipped)
  /// ```
  /// - Parameters:
  ///   - first: The property on the left.
  ///   - relation: The relation. `.less` and `.lessOrEqual` are for numbers and dates.
  ///   - second: The property on the right, of the same type.
  public static func order<Root: ObjectBase>(
    _ first: PartialKeyPath<Root>, _ relation: Relation, _ second: PartialKeyPath<Root>
  ) -> SchemaRule { SchemaRule() }
}

// MARK: - Rules of one property

extension SchemaRule {
  /// Rejects objects whose link is nil, or whose `AnyRealmValue` is `.none`. The type of the property does not change.
  ///
  /// ```swift
  /// .required(\Order.customer)
  /// ```
  ///
  /// Deleting the target of a required link makes the link nil, so that the commit fails, unless a delete rule of the target deletes the
  /// object as well or refuses the deletion.
  public static func required<Root: ObjectBase>(_ property: PartialKeyPath<Root>) -> SchemaRule { SchemaRule() }

  /// Rejects objects whose text does not match a pattern like those of SQLite's `GLOB`: `*` matches any text, `?` one Unicode scalar, and
  /// `[a-z]` one scalar of a set.
  ///
  /// ```swift
  /// .pattern(\Item.code, "[A-Z][A-Z]-[0-9]*")
  /// ```
  ///
  /// Complexity of a comparison: at worst, O(length of the text × length of the pattern). If texts may be long, also state a `length`.
  public static func pattern<Root: ObjectBase>(_ property: PartialKeyPath<Root>, _ pattern: StaticString) -> SchemaRule { SchemaRule() }

  /// Rejects objects whose text does not have `length` Unicode scalars, or whose data does not have `length` bytes.
  public static func length<Root: ObjectBase>(_ property: PartialKeyPath<Root>, _ length: Int) -> SchemaRule { SchemaRule() }

  /// Rejects objects whose text has a number of Unicode scalars, or whose data has a number of bytes, that is outside a range.
  ///
  /// ```swift
  /// .length(\Account.login, 1...40)
  /// ```
  public static func length<Root: ObjectBase>(_ property: PartialKeyPath<Root>, _ range: some RangeExpression<Int>) -> SchemaRule {
    SchemaRule()
  }

  /// Rejects objects whose collection does not have `count` elements.
  public static func count<Root: ObjectBase>(_ property: PartialKeyPath<Root>, _ count: Int) -> SchemaRule { SchemaRule() }

  /// Rejects objects whose collection has a number of elements that is outside a range.
  ///
  /// ```swift
  /// .count(\Order.lines, 1...)
  /// ```
  public static func count<Root: ObjectBase>(_ property: PartialKeyPath<Root>, _ range: some RangeExpression<Int>) -> SchemaRule {
    SchemaRule()
  }

  /// Rejects objects whose number is outside a range. Bounds have the stored type of the property.
  ///
  /// ```swift
  /// .range(\Account.age, 0...150)
  /// ```
  public static func range<Root: ObjectBase, Value: _HasPersistedType>(
    _ property: KeyPath<Root, Value>, _ range: some RangeExpression<Value.PersistedType>
  ) -> SchemaRule where Value.PersistedType: MinMaxType { SchemaRule() }

  /// Rejects objects whose number is outside a range. See `range(_:_:)`.
  public static func range<Root: ObjectBase, Value: _HasPersistedType>(
    _ property: KeyPath<Root, Value?>, _ range: some RangeExpression<Value.PersistedType>
  ) -> SchemaRule where Value.PersistedType: MinMaxType { SchemaRule() }

  /// Rejects objects whose number is less than `min`, not greater than `above`, greater than `max`, or not less than `below`. NaN is
  /// rejected, and nil is not.
  ///
  /// ```swift
  /// .range(\Account.price, above: 0)
  /// ```
  public static func range<Root: ObjectBase, Value: _HasPersistedType>(
    _ property: KeyPath<Root, Value>, min: Value.PersistedType? = nil, above: Value.PersistedType? = nil, max: Value.PersistedType? = nil,
    below: Value.PersistedType? = nil
  ) -> SchemaRule where Value.PersistedType: MinMaxType { SchemaRule() }

  /// Rejects objects in which an optional number is outside a range. See `range(_:min:above:max:below:)`.
  public static func range<Root: ObjectBase, Value: _HasPersistedType>(
    _ property: KeyPath<Root, Value?>, min: Value.PersistedType? = nil, above: Value.PersistedType? = nil, max: Value.PersistedType? = nil,
    below: Value.PersistedType? = nil
  ) -> SchemaRule where Value.PersistedType: MinMaxType { SchemaRule() }

  /// Rejects objects whose date is outside a range. Bounds are written in ISO 8601, as in schema files: `"2024-02-29"`.
  ///
  /// ```swift
  /// .range(\Account.created, min: "2000-01-01")
  /// ```
  public static func range<Root: ObjectBase>(
    _ property: PartialKeyPath<Root>, min: StaticString? = nil, above: StaticString? = nil, max: StaticString? = nil,
    below: StaticString? = nil
  ) -> SchemaRule { SchemaRule() }
}
