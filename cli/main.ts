// The program of the package `aerie-cli`: API calls from a shell.
import { runCommandLine } from './run.ts'

await runCommandLine(process.argv.slice(2))
