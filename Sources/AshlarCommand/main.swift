import AshlarCommandLine
import AshlarIngestCommand
import AshlarInspectionCommand

// The product `ashlar`.
var databases = DatabaseSupport.store
databases.commands.append(IngestCommand.self)
runAshlar(databases)
