public import AshlarStore

/// The location of a row, which is an argument of emitted initializers.
public typealias _Row = RowAccess
/// The state that all accessors of one Realm instance share.
public typealias _Context = AccessContext
/// The storage that contains the bytes of a row's strings and data.
public typealias _Home = SlotHome
