public import Observation

// Observation tracks what is read in Realms with `Configuration.tracksReads`.

extension ObjectBase: Observable {}
extension Results: Observable {}
extension List: Observable {}
extension MutableSet: Observable {}
extension Map: Observable {}
extension LinkingObjects: Observable {}
extension AnyRealmCollection: Observable {}
