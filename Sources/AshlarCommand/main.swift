import AshlarCommandLine
import AshlarIngestCommand
import AshlarInspectionCommand

// The entry point of the product `ashlar`.
var databases = DatabaseSupport.store
databases.commands.append(IngestCommand.self)
runAshlar(databases)
