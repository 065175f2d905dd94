#if !canImport(ObjectiveC)
  /// Calls a block. Where there is Objective-C, a pool releases the objects that the block leaves to it; Swift alone leaves none.
  @inlinable public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try body()
  }
#endif
