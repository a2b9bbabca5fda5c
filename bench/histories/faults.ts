import { crashDatabase } from './faults/crash-database.ts'
import { cutConnections } from './faults/cut-connections.ts'
import type { Fault } from './faults/fault.ts'
import { killNode } from './faults/kill-node.ts'
import { lagBeforeCrash } from './faults/lag-before-crash.ts'
import { pauseNode } from './faults/pause-node.ts'
import { restartPooler } from './faults/restart-pooler.ts'
import { slowDatabase } from './faults/slow-database.ts'
import { stopStandby } from './faults/stop-standby.ts'
import { storageFails } from './faults/storage-fails.ts'

/** Everything that is done to an installation while clients work, one at a time. */
export const faults: Record<string, Fault> = {
  'node killed': killNode,
  'node stopped and continued': pauseNode,
  'connections cut': cutConnections,
  'database slow': slowDatabase,
  'database crashed': crashDatabase,
  'standby behind, then primary crashed': lagBeforeCrash,
  'standby stopped': stopStandby,
  'PgBouncer restarted': restartPooler,
  'object store failing': storageFails,
}
