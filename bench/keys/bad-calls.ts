// Calls with keys that were never made, at a fixed rate, from a process of their own: node bad-calls.ts URL RATE SECONDS
import { issueToken } from '../../server/api-keys/token.ts'
import { callOf, latencies } from '../load.ts'

const [url = '', rate, seconds] = process.argv.slice(2)
// Made before, since the caller shares the machine with the server.
const bad = Array.from({ length: 10_000 }, () => callOf('/api/me', issueToken().token))
let sent = 0
console.log('ready')
await latencies(url, () => bad[sent++ % bad.length]!, Number(rate), Number(seconds))
process.exit(0)
