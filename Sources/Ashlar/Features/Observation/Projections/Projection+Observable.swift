public import Observation

// Observation tracks what is read in Realms with `Configuration.tracksReads`.

extension Projection: Observable {}
extension ProjectedCollection: Observable {}

extension Projection: _ObservedResultsValue {}
