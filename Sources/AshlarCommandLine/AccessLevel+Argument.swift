public import ArgumentParser
public import AshlarCompiler

extension AccessLevel: ExpressibleByArgument {}
