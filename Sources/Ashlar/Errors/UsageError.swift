import AshlarStore

/// A programming error. Each case is one condition; most messages state what to do instead.
@usableFromInline indirect enum UsageError: Error, Equatable {
  case incorrectThread(what: String, opened: String, current: String)
  case notInTask(function: String, opened: String)
  case notCallable(function: String, opened: String)
  case insideCompletion(operation: String)
  case pooledReading(operation: String)
  case unmanagedReference(type: String)
  case invalidatedReference(type: String)
  case resolvedReference
  case endlessInitialValues(type: String)
  case otherFile(reference: String, realm: String)
  case unmanagedThreadSafe(type: String)
  case frozenWithStoredProperties(type: String)
  case inherited(path: String?)
  case invalidated(type: String)
  case outsideWrite(type: String, property: String)
  case collectionOutsideWrite(kind: String)
  case realmOutsideWrite(operation: String)
  case nestedWrite
  case noWrite(operation: String)
  case primaryKeyChanged(type: String, property: String)
  case notInRealm(type: String)
  case asymmetric(type: String)
  case asymmetricRead(type: String)
  case outboxFull(objects: Int, bytes: Int, limit: String)
  case otherRealm(type: String)
  case embeddedCreated(type: String)
  case untypedResults(base: String, type: String)
  case unmanagedDynamic(type: String)
  case notACollection(property: String, kind: String)
  case valuesAsObjects(property: String)
  case pathThroughValue(path: String, property: String)
  case missingValue(type: String, property: String)
  case duplicateKey(type: String, value: String)
  case missingTarget(type: String, key: String)
  case keyAlone(type: String, property: String)
  case matchPolicy(type: String)
  case noUniqueRule(type: String, properties: [String])
  case matchedKey(type: String, stored: String, given: String)
  case unmatchedKey(type: String, value: String)
  case noPrimaryKey(type: String, operation: String)
  case invalidKey(type: String, value: String)
  case invalidKeyParts(type: String, properties: [String], value: String)
  case deleteForeign(type: String)
  case managedEmbedded(type: String, place: String)
  case wrongClass(found: String, place: String)
  case unknownCase(type: String, value: String, place: String?)
  case noCase(type: String, value: String, property: String)
  case tooLong(what: String, bytes: Int, limit: Int, property: String?)
  case indexOutOfBounds(index: Int, count: Int)
  case negativeIndex(name: String)
  case removeTooMany(number: Int, count: Int)
  case unknownProperty(name: String, type: String)
  case sortPath(path: String, reason: String)
  case distinctPath(path: String, reason: String)
  case groupPath(path: String, reason: String)
  case aggregate(operation: String, type: String, property: String)
  case query(String)
  case predicate(String)
  case value(String)
  case unmanagedCollection(kind: String)
  case storage(String)
  case writeRefused(String)
  case schema(String)
  case noFile
  case linkingObjectsAssigned
  case mapKey(String)
  case unmanagedSet
  case setsOfOtherRealms(operation: String)
  case noPosition
  case collectionInSet
  case indexesOutOfBounds
  case nilElement(kind: String, type: String)
  case wrongElement(value: String, found: String, expected: String)
  case onlySelf(kind: String, type: String)
  case keyPath(String)
  case noCustomDefault(type: String, value: String)
  case customValue(type: String, value: String)
  case tooDeep(limit: Int)
  case valueTooDeep(limit: Int)
  case collectionGone(kind: String)
  case frozenObject(type: String, property: String)
  case frozenCollection(kind: String)
  case frozenRealm(operation: String)
  case readOnlyRealm(operation: String)
  case readOnlyRefresh
  case frozenClosed
  case frozenWhereCreated(type: String)
  case unmanagedFrozen(type: String, operation: String)
  case oldObject(type: String, property: String)
  case endedMigration(type: String)
  case removedTarget(type: String, source: String)
  case duplicatesWithoutKey(type: String)
  case renaming(property: String, name: String, reason: String)
}

extension UsageError: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .incorrectThread(let what, let opened, let current):
      "Realm accessed from incorrect thread. This \(what) belongs to a Realm opened on \(opened) and was used on \(current). "
        + "Open a Realm there, and fetch the object by its primary key; frozen objects may be used on any thread. "
        + "In an actor or a task, open the Realm with 'try await Realm.open()', and on a serial queue with 'Realm(queue:)': it then "
        + "belongs to the actor, task or queue, whichever thread runs it."
    case .notInTask(let function, let opened):
      "'\(function)' is for Realms of the main actor (the main thread), of other actors and of tasks. This one was opened on \(opened): write "
        + "'realm.write { … }' or, on a queue, 'realm.writeAsync { … }'; or open the Realm with 'try await Realm.open()'."
    case .notCallable(let function, let opened):
      "'\(function)' calls a block later, which requires the main queue, a serial queue or an actor. This Realm was opened on \(opened). "
        + "Open it with 'Realm(queue:)', or write 'realm.write { … }'; in a task, write 'try await realm.asyncWrite { … }'."
    case .pooledReading(let operation):
      "Cannot \(operation) on the Realm of 'RealmPool.read', which is only for reading. Write 'try await pool.write { … }' instead."
    case .insideCompletion(let operation):
      "Cannot \(operation) a write transaction from inside a commit completion callback. Write 'realm.writeAsync { … }' there: its block runs "
        + "afterwards."
    case .unmanagedReference(let type):
      "Cannot construct reference to unmanaged object, which can be passed across threads directly: this '\(type)' is not in a Realm."
    case .invalidatedReference(let type):
      "Cannot construct reference to invalidated object: this '\(type)' was deleted, or its Realm invalidated. Check 'isInvalidated' first."
    case .endlessInitialValues(let type):
      "The initial values of '\(type)' create an object whose initial values create another, without end. Initialize the property with "
        + "nil, and set it after the object has been created."
    case .resolvedReference:
      "Can only resolve a thread safe reference once. Make another one with 'ThreadSafeReference(to:)' for each thread that needs the "
        + "object."
    case .otherFile(let reference, let realm):
      "A thread safe reference from '\(reference)' cannot be resolved in a Realm of '\(realm)'. Resolve it in a Realm of the same file."
    case .unmanagedThreadSafe(let type):
      "Only managed objects may be wrapped as thread safe: this '\(type)' is not in a Realm. Add it to one first."
    case .frozenWithStoredProperties(let type):
      "'\(type)' has stored properties that are not in the schema and are not protected from concurrent access: it cannot be 'Frozen'. Use "
        + "the result of 'freeze()' on one thread only, or copy the values that you need."
    case .inherited(let path):
      "Realm accessed from a forked process: \(path.map { "'\($0)'" } ?? "the Realm in memory") was opened before the fork and belongs to "
        + "the parent. Nothing was written; open the Realm again in the child."
    case .invalidated(let type):
      "Object has been deleted or invalidated. An accessor of '\(type)' was used after its row was deleted; check 'isInvalidated' first."
    case .outsideWrite(let type, let property):
      "Attempting to modify object outside of a write transaction: '\(type).\(property)'. Put the change inside 'realm.write { … }'."
    case .collectionOutsideWrite(let kind):
      "Cannot modify \(kind) outside of a write transaction. Put the change inside 'realm.write { … }'."
    case .realmOutsideWrite(let operation):
      "Cannot \(operation) outside of a write transaction; call beginWrite first, or put it inside 'realm.write { … }'."
    case .nestedWrite:
      "The Realm is already in a write transaction. Writes cannot be nested: make the changes in the open write, or commit it first."
    case .noWrite(let operation):
      "Cannot \(operation) a non-existing write transaction. Call beginWrite first."
    case .primaryKeyChanged(let type, let property):
      "Primary key can't be changed after an object is inserted: '\(type).\(property)'. Create a new object and delete the old one."
    case .notInRealm(let type):
      "Object type '\(type)' is not managed by the Realm. If you use a custom 'objectTypes' in your configuration, add '\(type)' to it."
    case .asymmetric(let type):
      "Object type '\(type)' is asymmetric: its objects are only kept until they are sent to a server. Set 'outbox' in the Realm's "
        + "configuration and list the type in 'objectTypes', or inherit from 'Object' to store them permanently."
    case .asymmetricRead(let type):
      "Object type '\(type)' is asymmetric: its objects are in the outbox and can't be queried, changed or deleted. Create them with "
        + "'realm.create(\(type).self, value: …)'; 'outboxStatus' returns their number."
    case .outboxFull(let objects, let bytes, let limit):
      "The outbox is full: it contains \(objects) objects of \(bytes) bytes, quarantined ones included, and its limit is \(limit). Send "
        + "them, or raise the limit in 'Realm.Configuration.outbox'."
    case .otherRealm(let type):
      "Object is already managed by another Realm ('\(type)'). Use create instead to copy it into this Realm."
    case .untypedResults(let base, let type):
      "Results of '\(base)' cannot hold '\(type)'. Pass the class itself if it is known at compile time, or call "
        + "'dynamicObjects(\"\(type)\")'."
    case .embeddedCreated(let type):
      "Embedded objects cannot be created directly: '\(type)'. Set the property of the object that owns it."
    case .unmanagedDynamic(let type):
      "An unmanaged '\(type)' has no collections of untyped objects. Use the property itself, or add the object to a Realm first."
    case .notACollection(let property, let kind):
      "'\(property)' is not a \(kind). Read it by its name, as 'object[\"name\"]'."
    case .valuesAsObjects(let property):
      "The elements of '\(property)' are values and cannot be read as objects. Read the collection by its name and cast it, as "
        + "'object[\"name\"] as? List<Int>'."
    case .pathThroughValue(let path, let property):
      "Invalid key path '\(path)': '\(property)' is not a link or a collection, so the path cannot continue after it."
    case .missingValue(let type, let property):
      "Missing value for property '\(type).\(property)': the program has no class that provides a default. Include it in the value."
    case .duplicateKey(let type, let value):
      "Attempting to create an object of type '\(type)' with an existing primary key value '\(value)'. "
        + "Pass 'update: .modified' to update the existing object."
    case .missingTarget(let type, let key):
      "A decoded object links to \(type) '\(key)' by its primary key, which is not in the Realm. Add the linked object first, or decode it as an "
        + "object."
    case .keyAlone(let type, let property):
      "Cannot set '\(type).\(property)': the object was decoded from its primary key alone and stands for the stored object. Add it to a Realm "
        + "first."
    case .matchPolicy(let type):
      "'matching' updates the object of type '\(type)' that has the same values. Pass 'update: .modified' or 'update: .all' with it."
    case .noUniqueRule(let type, let properties):
      "No unique rule of '\(type)' is over exactly \(properties.isEmpty ? "no properties" : properties.map { "'\($0)'" }.joined(separator: ", ")). "
        + "Pass the names of all properties of one of its unique rules to 'matching', or declare such a rule in the schema."
    case .matchedKey(let type, let stored, let given):
      "The object of type '\(type)' that matches has the primary key '\(stored)', and the value has '\(given)'. The primary key of a stored "
        + "object cannot change: leave it out of the value."
    case .unmatchedKey(let type, let value):
      "No object of type '\(type)' matches, and another one has the primary key '\(value)'. Give the new object another primary key."
    case .noPrimaryKey(let type, let operation):
      "'\(type)' does not have a primary key and can not be \(operation)."
    case .invalidKey(let type, let value):
      "Invalid value '\(value)' for the primary key of '\(type)'. Pass a value of the type of the key."
    case .invalidKeyParts(let type, let properties, let value):
      "Invalid value '\(value)' for the primary key of '\(type)', which has several properties: pass '.init(\(properties.map { "\($0):" }.joined(separator: " ")))', "
        + "or, without static types, an array or a dictionary of the values of \(properties.map { "'\($0)'" }.joined(separator: ", "))."
    case .deleteForeign(let type):
      "Can only delete an object from the Realm it belongs to ('\(type)')."
    case .managedEmbedded(let type, let place):
      "Cannot add an existing managed embedded object to a \(place) ('\(type)'). Create a copy with the same values."
    case .wrongClass(let found, let place):
      "Object of type '\(found)' does not match \(place). Pass an object of exactly that class; objects of its subclasses are another type."
    case .unknownCase(let type, let value, let place):
      "Could not convert stored value '\(value)' to '\(type)' in a non-optional context\(place.map { ", in \($0)" } ?? ""): no case has this raw "
        + "value. Declare the case, name a case for all other values with 'unknown:' in the schema, or make the property optional to "
        + "read it as nil."
    case .noCase(let type, let value, let property):
      "Invalid value '\(value)' for property '\(property)': no case of enum '\(type)' has this raw value. Pass the raw value of a case; an enum "
        + "with 'unknown:' in the schema accepts any."
    case .tooLong(let what, let bytes, let limit, let property):
      "\(what) too big\(property.map { " for '\($0)'" } ?? ""): \(bytes) bytes exceed the limit of \(limit)."
    case .indexOutOfBounds(let index, let count):
      "Index \(index) is out of bounds (must be less than \(count))."
    case .negativeIndex(let name):
      "Cannot pass a negative value for '\(name)'."
    case .removeTooMany(let number, let count):
      "It is not possible to remove more objects (\(number)) from a list than it already contains (\(count))."
    case .unknownProperty(let name, let type):
      "\(UsageError.notFound(name, in: type)). Write the name of one of its properties, as its class or schema spells it."
    case .sortPath(let path, let reason):
      "Cannot sort on key path '\(path)': \(reason)"
    case .distinctPath(let path, let reason):
      "Cannot remove duplicates by key path '\(path)': \(reason)"
    case .groupPath(let path, let reason):
      "Cannot group by key path '\(path)': \(reason)"
    case .aggregate(let operation, let type, let property):
      "Operation '\(operation)' not supported for \(type) property '\(property)'. Sums and averages require numbers, and the smallest and "
        + "largest value numbers or dates."
    case .query(let message), .value(let message), .schema(let message):
      message
    case .predicate(let text): text
    case .unmanagedCollection(let kind):
      "This method may only be called on \(kind) instances retrieved from a Realm"
    case .storage(let message):
      "The database could not be read: \(message)"
    case .writeRefused(let message):
      "A write could not begin: \(message)"
    case .noFile:
      "A Realm configuration must specify a path or an in-memory identifier."
    case .linkingObjectsAssigned:
      "LinkingObjects are read-only: change the property of the linking object."
    case .mapKey(let key):
      key.utf8.first == UInt8(ascii: "$")
        ? "Invalid key '\(key)': key must not start with '$'. Percent-encode it."
        : "Invalid key '\(key)': key must not contain '.'. Percent-encode it."
    case .unmanagedSet:
      "Right hand side value must be a managed Set."
    case .setsOfOtherRealms(let operation):
      "Cannot \(operation) sets managed by different Realms."
    case .noPosition:
      "index(of:) is not available on MutableSet: call 'contains'."
    case .collectionInSet:
      "A list or dictionary cannot be an element of a MutableSet. Use a List<AnyRealmValue>, or put it into an object."
    case .indexesOutOfBounds:
      "Indexes for collection are out of bounds."
    case .nilElement(let kind, let type):
      "Invalid nil value for \(kind) of '\(type)'."
    case .wrongElement(let value, let found, let expected):
      "Invalid value '\(value)' of type '\(found)' for expected type '\(expected)'."
    case .onlySelf(let kind, let type):
      "\(kind)s of '\(type)' can only be aggregated on \"self\"."
    case .keyPath(let message):
      message
    case .noCustomDefault(let type, let value):
      "Failed to default construct '\(type)': the default of its persisted type, '\(value)', does not convert. "
        + "Make the property optional, or give it a default."
    case .customValue(let type, let value):
      "Failed to convert persisted value '\(value)' to type '\(type)' in a non-optional context. "
        + "Make the property optional to read it as nil."
    case .tooDeep(let limit):
      "Max nesting level reached: collections in an AnyRealmValue may be nested at most \(limit) levels deep. "
        + "Put the inner collections into objects, and link to these."
    case .valueTooDeep(let limit):
      "Max nesting level reached: dictionaries and arrays may be nested at most \(limit) levels deep. "
        + "Create the inner objects first, and link to them."
    case .frozenObject(let type, let property):
      "Attempting to modify a frozen object: '\(type).\(property)'. Call thaw() and change the live object inside a write transaction."
    case .frozenCollection(let kind):
      "Cannot modify managed \(kind) outside of a write transaction: it is frozen. Call thaw() and change the live collection inside a write transaction."
    case .frozenRealm(let operation):
      "Cannot \(operation) on a frozen Realm. Call thaw() and use the live Realm."
    case .readOnlyRealm(let operation):
      "Can't \(operation) on read-only Realms. Open the file without 'readOnly' to change it."
    case .readOnlyRefresh:
      "Read-only Realms do not change and cannot be refreshed."
    case .frozenClosed:
      "Cannot read from a frozen Realm which has been invalidated. Freeze a live Realm again."
    case .frozenWhereCreated(let type):
      "Cannot freeze an object in the same write transaction as it was created in ('\(type)'). Freeze it after the commit."
    case .unmanagedFrozen(let type, let operation):
      "Unmanaged objects cannot be \(operation) ('\(type)'). Add the object to a Realm first."
    case .oldObject(let type, let property):
      "Attempting to modify '\(type).\(property)' of the old object in a migration. Change the new object, the second argument of the "
        + "block."
    case .endedMigration(let type):
      "Object of type '\(type)' accessed after its migration. The objects of a migration can only be used until its block returns: read the "
        + "object from the Realm that was opened."
    case .removedTarget(let type, let source):
      "Type '\(type)' cannot be removed: '\(source)' links to it. Remove the linking type first, or remove the property from the schema."
    case .duplicatesWithoutKey(let type):
      "Duplicates of type '\(type)' cannot be resolved: the type has no primary key."
    case .renaming(let property, let name, let reason):
      "Cannot rename property '\(property)' to '\(name)': \(reason)."
    case .collectionGone(let kind):
      "Access to invalidated \(kind): the AnyRealmValue that contained it was replaced or removed."
    }
  }
}

extension UsageError {
  /// The system refused to allocate memory for a text or data of an unmanaged object.
  static func outOfMemory(_ bytes: Int) -> UsageError {
    .value("There is not enough memory for a value of \(bytes) bytes: the system refused to allocate it. Reduce the memory that is in use.")
  }

  /// Returns the part of a message that states that a type lacks a property, for callers that suggest another name.
  static func notFound(_ name: String, in type: String) -> String { "Property '\(name)' not found in object of type '\(type)'" }

  // The description contains every payload. The derived comparison would take longer to compile than any other function of the library.
  @usableFromInline static func == (a: UsageError, b: UsageError) -> Bool { a.description == b.description }

  /// Whether the error concerns the size or the depth of a value, or the form of a map key. Such errors are more often caused by data than
  /// by the program.
  var isOfData: Bool {
    switch self {
    case .tooLong, .tooDeep, .valueTooDeep, .mapKey: true
    default: false
    }
  }
}

/// Stops the program because of a programming error that cannot be thrown. All such errors are reported by this function.
///
/// If an encrypted file cannot be read or written because another thread ends the process with `exit`, this function waits for that end:
/// the program has made no error, and stopping it would replace its exit code.
@usableFromInline func misuse(_ error: UsageError, file: StaticString = #fileID, line: UInt = #line) -> Never {
  switch error {
  case .storage(let text), .writeRefused(let text): ProcessEnd.wait(asCauseOf: text)
  default: break
  }
  // The message is written to standard error with the source location in this library, in release builds as well.
  fatalError(error.description, file: file, line: line)
}
