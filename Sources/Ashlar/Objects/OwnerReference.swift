public import CAshlar

/// The reference that keeps the Realm instance of an accessor open: a strong reference, or a loan from an iteration whose current element
/// is the accessor.
///
/// A strong reference costs an atomic addition and an atomic subtraction for each element, which is more than reading a property costs. A
/// loan costs neither. The iteration owns one loan, and lends it to one element at a time:
///
/// - An element returns the loan when it is deinitialized. On the iteration's thread this requires no lock and no atomic operation, since
///   no other code can run on that thread in between; on any other thread it is an atomic exchange.
/// - If the iteration is about to lend, or ends, while an element still has the loan, the iteration transfers the loan to that element
///   together with a reference to the Realm instance. From then on it lends nothing: its later elements have strong references.
///
/// Only iterations that stay on one thread lend in this way; see `IterationLoans.thread`. An iteration over a frozen Realm may run on any
/// thread. Outside of tasks it stays on the thread that created it, like the loop that contains it, and lends in the same way. In a task it
/// may continue on another thread after each `await`; every element of such an iteration then returns the loan with an atomic exchange,
/// one atomic operation instead of the two of a strong reference.
@frozen public struct _OwnerReference {
  /// 0: no reference. Even: the address of a retained object. Odd: the address of a loan, plus 1.
  @usableFromInline let bits: UInt

  /// Retains an object.
  @inlinable @inline(__always) public init(_ own: AnyObject?) {
    bits = own.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    assert(bits & 1 == 0, "only the address of a loan is odd")
  }

  /// Borrows a loan; nil if an element still has it, or if it is a loan of another thread.
  @inlinable @inline(__always) init?(borrowing loan: UnsafeMutablePointer<_Loan>) {
    guard ashlar_loan_lend(&loan.pointee.shared) != 0 else { return nil }
    assert(UInt(bitPattern: loan) & 1 == 0, "the lowest bit of the address is free")
    bits = UInt(bitPattern: loan) | 1
  }

  /// The object that the reference keeps alive, which for a loan is the Realm instance; nil if there is no reference.
  @usableFromInline var own: AnyObject? {
    if let loan { return loan.pointee.core.takeUnretainedValue() }
    return UnsafeRawPointer(bitPattern: bits).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  @inlinable var loan: UnsafeMutablePointer<_Loan>? {
    bits & 1 == 0 ? nil : UnsafeMutablePointer(bitPattern: bits & ~1)
  }

  /// Releases the reference. Must be called exactly once.
  @inlinable @inline(__always) func end() {
    if let loan {
      if ashlar_loan_return(&loan.pointee.shared) == 0 { _Loan.giveBack(loan) }
    } else if let object = UnsafeRawPointer(bitPattern: bits) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }
}

/// The loan of an iteration, on the C heap: it may outlive both the iteration and the element.
@frozen public struct _Loan {
  @usableFromInline var shared: ashlar_loan
  /// The Realm instance. Once the loan has been transferred to an element, the loan retains it; until then, the iteration does.
  @usableFromInline let core: Unmanaged<AnyObject>

  /// Ends a loan that the element cannot end with `ashlar_loan_return`: on another thread, if the iteration may move between threads, or
  /// after the loan has been transferred to the element.
  @inline(never) @usableFromInline static func giveBack(_ loan: UnsafeMutablePointer<_Loan>) {
    guard ashlar_loan_give_back(&loan.pointee.shared) != 0 else { return }
    assert(ashlar_loan_is_free(&loan.pointee.shared) != 0, "a loan that was given back belongs to no element")
    loan.pointee.core.release()
    loan.deallocate()
  }
}

/// The loans of one Realm instance.
nonisolated struct IterationLoans {
  /// The thread whose iterations may lend their loans to elements (see `_OwnerReference`); 0 if there is none. For the main queue, it is
  /// the first thread of the process, or 0 if the Realm was opened on a different thread: blocks of the main queue may move between other
  /// threads, and a loan requires that only the thread that created it runs its iteration.
  let thread: UInt
  // An unused loan for the next iteration, or nil; only `thread` accesses it.
  private var spare: UnsafeMutablePointer<_Loan>?

  init(thread: UInt) { self.thread = thread }

  /// Removes and returns the spare loan; nil if there is none.
  mutating func take() -> UnsafeMutablePointer<_Loan>? {
    defer { spare = nil }
    return spare
  }

  /// Keeps a free loan as the spare if the caller runs on `thread` and there is no spare; otherwise deallocates it. An iteration that was
  /// passed to another thread ends on that thread, so the caller can run on any thread.
  mutating func putBack(_ loan: UnsafeMutablePointer<_Loan>) {
    assert(ashlar_loan_is_free(&loan.pointee.shared) != 0, "no element has a loan that is used again")
    assert(UInt(ashlar_thread()) != thread || loan != spare, "a loan ends once")
    if UInt(ashlar_thread()) == thread, spare == nil { spare = loan } else { loan.deallocate() }
  }

  mutating func close() {
    spare?.deallocate()
    spare = nil
  }
}

extension _RealmCore {
  /// Returns a loan for an iteration on this thread, which must be the thread of the loans.
  func takeLoan() -> UnsafeMutablePointer<_Loan> {
    assert(UInt(ashlar_thread()) == loans.thread, "a loan is created and reused on the thread of its iterations")
    if let spare = loans.take() {
      assert(spare.pointee.core.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "a spare loan is of this instance")
      return spare
    }
    let loan = UnsafeMutablePointer<_Loan>.allocate(capacity: 1)
    loan.initialize(to: _Loan(shared: ashlar_loan_make(), core: Unmanaged.passUnretained(self)))
    return loan
  }

  /// Returns a loan for an iteration over this frozen Realm on any thread.
  func makeFrozenLoan() -> UnsafeMutablePointer<_Loan> {
    assert(isFrozen && loans.thread == 0, "several threads read a frozen instance, so it keeps no spare loan")
    AbandonedLoans.collect()
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    let loan = UnsafeMutablePointer<_Loan>.allocate(capacity: 1)
    loan.initialize(
      to: _Loan(shared: isInTask ? ashlar_loan_make_movable() : ashlar_loan_make(), core: Unmanaged.passUnretained(self)))
    return loan
  }

  /// Ends the iteration's use of a loan.
  func end(_ loan: UnsafeMutablePointer<_Loan>) {
    if isFrozen { endFrozen(loan) } else { close(loan) }
  }

  private func endFrozen(_ loan: UnsafeMutablePointer<_Loan>) {
    assert(loan.pointee.core.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "a loan ends at its own instance")
    if ashlar_loan_is_free(&loan.pointee.shared) != 0 { return loan.deallocate() }
    let core = loan.pointee.core
    // Retain before the element can see that the loan was transferred to it.
    _ = core.retain()
    let thread = loan.pointee.shared.thread
    if thread != 0, thread != ashlar_thread() { return AbandonedLoans.add(loan) }
    if ashlar_loan_leave(&loan.pointee.shared) == 0 {
      core.release()
      loan.deallocate()
    }
  }

  /// Ends the iteration's use of a loan in a live Realm: keeps the loan for the next iteration, deallocates it, or transfers it to the
  /// element that has borrowed it.
  func close(_ loan: UnsafeMutablePointer<_Loan>) {
    assert(loan.pointee.core.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "a loan ends at its own instance")
    // Only iterations lend: if no element has the loan now, none can borrow it later.
    if ashlar_loan_is_free(&loan.pointee.shared) != 0 { return loans.putBack(loan) }
    let core = loan.pointee.core
    // Retain before the element can see that the loan was transferred to it.
    _ = core.retain()
    if ashlar_loan_leave(&loan.pointee.shared) == 0 {
      core.release()
      loans.putBack(loan)
    }
  }
}
