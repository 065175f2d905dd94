/// How far a walk may be.
public let longestWalk = 12.5
