public import AshlarStore

/// What emitted initialisers take: where a row lies.
public typealias _Row = RowAccess
/// What accessors of one Realm instance share.
public typealias _Context = AccessContext
/// Where the bytes of a row's text and data lie.
public typealias _Home = SlotHome
