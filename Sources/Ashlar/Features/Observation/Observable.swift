public import Observation

// Swift's Observation tracks reads in Realms with `Configuration.tracksReads`.

extension ObjectBase: Observable {}
extension Results: Observable {}
extension List: Observable {}
extension MutableSet: Observable {}
extension Map: Observable {}
extension LinkingObjects: Observable {}
extension AnyRealmCollection: Observable {}
