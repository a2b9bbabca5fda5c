// `npm run bench -- keys` measures keys on this machine. Without a name, it runs what takes minutes: all but those in
// `onRequest`. Options: `--febrl FOLDER` for duplicates, `--minutes 30` for storm, memory and backups, `--seed 1`, `--nodes 3`,
// `--patroni` and `--planted` for storm, `--only TEXT` for planted faults, mutations and growth, `--rows 1000000` for growth and recalls,
// `--movements 10000000` for provider; `--sources 40`, `--mentions 1000000` and `--passages 100000` for insights.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { backups } from './backups.ts'
import { duplicates } from './duplicates.ts'
import { growth } from './growth.ts'
import { imports } from './imports.ts'
import { insights } from './insights.ts'
import { flood, keys, usage } from './keys.ts'
import type { Print } from './load.ts'
import { memory } from './memory.ts'
import { mutations } from './mutations.ts'
import { newcomer } from './newcomer.ts'
import { provider } from './provider.ts'
import { reads } from './reads.ts'
import { recalls } from './recalls.ts'
import { search } from './search.ts'
import { slow } from './slow.ts'
import { start } from './start.ts'
import { storm } from './storm.ts'

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    febrl: { type: 'string' },
    movements: { type: 'string' },
    sources: { type: 'string' },
    mentions: { type: 'string' },
    passages: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    nodes: { type: 'string' },
    patroni: { type: 'boolean' },
    planted: { type: 'boolean' },
    rows: { type: 'string' },
  },
})
// Whatever was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const measurements: Record<string, (print: Print, given: typeof options) => Promise<void>> = {
  keys,
  flood,
  usage,
  duplicates,
  search,
  provider,
  recalls,
  reads,
  insights,
  start,
  memory,
  newcomer,
  backups,
  growth,
  imports,
  slow,
  storm,
  mutations,
}
/** Those that take longer, and the two that are part of keys. */
const onRequest = ['slow', 'storm', 'backups', 'growth', 'imports', 'mutations', 'flood', 'usage']
const unknown = names.find((name) => !(name in measurements))
if (unknown) {
  console.error(`Measurement ${unknown} not found. Choose from ${Object.keys(measurements).join(', ')}.`)
  process.exit(1)
}
const [cpu] = cpus()
console.log(`${cpu?.model.trim()}, ${cpus().length} cores, Node ${process.version}`)
const [busy = 0] = loadavg()
if (busy > 0.5) console.log(`Other programs are running (load ${busy.toFixed(1)}), so the numbers are rough.`)
const usual = Object.keys(measurements).filter((name) => !onRequest.includes(name))
for (const name of names.length > 0 ? names : usual) {
  console.log(`\n${name}`)
  await measurements[name]?.((line) => console.log(`  ${line}`), options)
}
process.exit()
