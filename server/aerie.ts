// The command `aerie` of an installation. A server does not keep the command line in memory.
import { argv } from 'node:process'

const isServer = argv.slice(2).join(' ') === 'serve'
await (isServer ? import('./main.ts') : import('./command-line.ts'))
