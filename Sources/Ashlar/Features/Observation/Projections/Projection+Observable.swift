public import Observation

// Swift's Observation tracks reads in Realms with `Configuration.tracksReads`.

extension Projection: Observable {}
extension ProjectedCollection: Observable {}

extension Projection: _ObservedResultsValue {}
