public import Observation

// Swift's Observation tracks reads in Realms with `Configuration.tracksReads`.

extension SectionedResults: Observable {}
extension ResultsSection: Observable {}
