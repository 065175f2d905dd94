import AshlarCommandLine
import AshlarInspection

// The product `ashlar`.
runAshlar(.store)
