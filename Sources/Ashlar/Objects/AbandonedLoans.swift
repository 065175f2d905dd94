import AshlarStore
import CAshlar
import Synchronization

/// The loans that elements had not returned when iterations over frozen Realms ended on threads other than those of the loans.
///
/// Such an iteration cannot transfer its loan to the element: on the loan's thread an element returns a loan with plain stores, which must
/// not coincide with a transfer on another thread. Instead, the loan is stored here and retains its Realm instance until the element has
/// returned it. An element does not access its loan afterwards.
///
/// The lock of `loans` guards the list. `count` is the number of loans in the list, and is read without the lock.
enum AbandonedLoans {
  // The addresses of the loans.
  private static let loans = Guarded<[UInt]>([])
  private static let count = Atomic(0)

  /// Stores a loan whose iteration has ended. The loan must retain its Realm instance.
  static func add(_ loan: UnsafeMutablePointer<_Loan>) {
    loans.withLock { loans in
      loans.append(UInt(bitPattern: loan))
      count.store(loans.count, ordering: .relaxed)
    }
  }

  /// Deallocates the loans that elements have returned, and releases their Realm instances. Iterations over frozen Realms call this
  /// function when they begin. Complexity: O(1) if there is no loan, which is the usual case.
  static func collect() {
    if count.load(ordering: .relaxed) == 0 { return }
    let returned = loans.withLock { loans in
      let end = loans.partition { isReturned($0) }
      let returned = Array(loans[end...])
      loans.removeSubrange(end...)
      count.store(loans.count, ordering: .relaxed)
      return returned
    }
    // The lock is not held here, because releasing an instance may run its deinitializer.
    for address in returned {
      guard let loan = UnsafeMutablePointer<_Loan>(bitPattern: address) else { continue }
      let core = loan.pointee.core
      loan.deallocate()
      core.release()
    }
  }

  private static func isReturned(_ address: UInt) -> Bool {
    guard let loan = UnsafeMutablePointer<_Loan>(bitPattern: address) else { return false }
    return ashlar_loan_is_free(&loan.pointee.shared) != 0
  }
}
