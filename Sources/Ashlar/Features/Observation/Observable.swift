public import Observation

// Of Realms with `Configuration.tracksReads`.

extension ObjectBase: Observable {}
extension Projection: Observable {}
extension Results: Observable {}
extension List: Observable {}
extension MutableSet: Observable {}
extension Map: Observable {}
extension LinkingObjects: Observable {}
extension AnyRealmCollection: Observable {}
extension SectionedResults: Observable {}
extension ResultsSection: Observable {}
extension ProjectedCollection: Observable {}
