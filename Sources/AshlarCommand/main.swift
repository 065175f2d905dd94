import AshlarCommandLine

// The product `ashlar`.
runAshlar()
