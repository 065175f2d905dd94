import AshlarCommandLine
import AshlarIngestCommand
import AshlarInspection

// The product `ashlar`.
var databases = DatabaseSupport.store
databases.commands.append(IngestCommand.self)
runAshlar(databases)
