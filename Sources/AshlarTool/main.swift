import AshlarCommandLine

// What the plug-ins run. The build system finds a tool only when product and target have one name, and a target named `ashlar`
// would collide with `Ashlar` where file names are compared without case.
runAshlar()
