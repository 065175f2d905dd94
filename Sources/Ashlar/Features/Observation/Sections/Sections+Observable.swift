public import Observation

// Of Realms with `Configuration.tracksReads`.

extension SectionedResults: Observable {}
extension ResultsSection: Observable {}
