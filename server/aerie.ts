// The command `aerie` of an installation. A server does not keep the command line in memory.
import { argv } from 'node:process'

const serve = () => import('./main.ts')
const isServer = argv.slice(2).join(' ') === 'serve'
await (isServer ? serve() : (await import('./operating/command-line.ts')).run(serve))
