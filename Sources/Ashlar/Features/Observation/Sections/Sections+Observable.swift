public import Observation

// Observation tracks what is read in Realms with `Configuration.tracksReads`.

extension SectionedResults: Observable {}
extension ResultsSection: Observable {}
