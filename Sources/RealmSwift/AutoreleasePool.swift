#if !canImport(ObjectiveC)
  /// Calls a closure and returns its result. On platforms with Objective-C, a pool releases the objects that the closure autoreleases;
  /// without Objective-C no object is autoreleased.
  @inlinable public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try body()
  }
#endif
