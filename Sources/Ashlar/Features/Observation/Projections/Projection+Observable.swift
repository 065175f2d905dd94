public import Observation

// Of Realms with `Configuration.tracksReads`.

extension Projection: Observable {}
extension ProjectedCollection: Observable {}

extension Projection: _ObservedResultsValue {}
