public import CAshlar

/// What keeps the Realm instance of an accessor open: a reference, or a loan from the iteration whose current element the
/// accessor is.
///
/// A reference costs an atomic addition and an atomic subtraction for each element, more than reading a property does. A loan
/// costs neither. The iteration has one, and lends it to one element at a time:
///
/// - An element gives it back when it is deinitialised. Where the iteration runs that takes no lock and no atomic change,
///   since nothing there can come between; elsewhere it is an atomic exchange.
/// - An iteration that wants to lend, or ends, and finds that an element still has the loan, leaves it to that element with a
///   reference to the Realm instance. It lends no more from then on: its elements are kept.
///
/// Only iterations that stay on one thread lend, see `_RealmCore.lendingThread`.
@frozen public struct _OwnerReference {
  /// 0: nothing. Even: a retained object. Odd: the address of a loan, plus 1.
  @usableFromInline let bits: UInt

  /// Retains what is given.
  @inlinable @inline(__always) public init(_ own: AnyObject?) {
    bits = own.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
  }

  /// Takes a loan, nil when it is not to be had.
  @inlinable @inline(__always) init?(borrowing loan: UnsafeMutablePointer<_Loan>) {
    guard ashlar_loan_lend(&loan.pointee.shared) != 0 else { return nil }
    bits = UInt(bitPattern: loan) | 1
  }

  /// What is kept.
  @usableFromInline var own: AnyObject? {
    if let loan { return loan.pointee.core.takeUnretainedValue() }
    return UnsafeRawPointer(bitPattern: bits).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  @inlinable var loan: UnsafeMutablePointer<_Loan>? {
    bits & 1 == 0 ? nil : UnsafeMutablePointer(bitPattern: bits & ~1)
  }

  /// Keeps nothing any more. Called once, by the owner.
  @inlinable @inline(__always) func end() {
    if let loan {
      if ashlar_loan_return(&loan.pointee.shared) == 0 { _Loan.giveBack(loan) }
    } else if let object = UnsafeRawPointer(bitPattern: bits) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }
}

/// What an iteration lends, on the C heap: it may outlive the iteration, and the element.
@frozen public struct _Loan {
  @usableFromInline var shared: ashlar_loan
  /// Retained while the loan is left to an element; else the iteration keeps it.
  @usableFromInline let core: Unmanaged<AnyObject>

  /// The element's end of it.
  @inline(never) @usableFromInline static func giveBack(_ loan: UnsafeMutablePointer<_Loan>) {
    guard ashlar_loan_give_back(&loan.pointee.shared) != 0 else { return }
    loan.pointee.core.release()
    loan.deallocate()
  }
}

/// The loans of one Realm instance.
nonisolated struct IterationLoans {
  /// The thread whose iterations may lend to their elements, see `_OwnerReference`; 0 for none. Not any thread that runs the main queue:
  /// blocks of that may move from thread to thread, and a loan takes for granted that a thread alone is where it was made.
  let thread: UInt
  // A loan that no iteration has, for the next one; only `thread` looks at it.
  private var spare: UnsafeMutablePointer<_Loan>?

  init(thread: UInt) { self.thread = thread }

  /// The spare loan, which is the caller's from now on.
  mutating func take() -> UnsafeMutablePointer<_Loan>? {
    defer { spare = nil }
    return spare
  }

  /// Keeps a loan that is free, or deallocates it: iterations that were handed to another thread end there.
  mutating func putBack(_ loan: UnsafeMutablePointer<_Loan>) {
    if UInt(ashlar_thread()) == thread, spare == nil { spare = loan } else { loan.deallocate() }
  }

  mutating func close() {
    spare?.deallocate()
    spare = nil
  }
}

extension _RealmCore {
  /// A loan for an iteration on this thread, which is that of the loans.
  func takeLoan() -> UnsafeMutablePointer<_Loan> {
    if let spare = loans.take() { return spare }
    let loan = UnsafeMutablePointer<_Loan>.allocate(capacity: 1)
    loan.initialize(to: _Loan(shared: ashlar_loan_make(), core: Unmanaged.passUnretained(self)))
    return loan
  }

  /// The iteration's end of a loan: it is kept for the next iteration, or gone, or left to the element that has it.
  func close(_ loan: UnsafeMutablePointer<_Loan>) {
    // Only iterations lend: what no element has now, none will.
    if ashlar_loan_is_free(&loan.pointee.shared) != 0 { return loans.putBack(loan) }
    let core = loan.pointee.core
    // Before the element can see that it has a reference.
    _ = core.retain()
    if ashlar_loan_leave(&loan.pointee.shared) == 0 {
      core.release()
      loans.putBack(loan)
    }
  }
}
