import * as api from '#contract'
import type { Nodes } from './nodes.ts'
import { pick } from './random.ts'
import type { Flow, World } from './world.ts'

/** What owners and admins do besides users and keys. */
export function operatorFlows({ caller, call, who }: World, nodes: Nodes): Flow[] {
  const backUp = () => caller.call(api.createBackup, {}, who(api.createBackup), { life: nodes.first() })
  const secure = () => call(api.updateSecuritySettings, { maxSessionDays: pick([20, 25, 30]) })
  return [
    [0.02, backUp],
    [0.2, secure],
  ]
}
