import { listAuditLog, listEveryonesApiKeys } from '#contract'
import type { Part } from '../client.ts'
import { everyPage } from './every-page.ts'

/** What the other flows do and the audit log records. */
const recorded = ['api_key.create', 'api_key.revoke', 'user.disable', 'user.enable'] as const

export function auditPart(): Part {
  return {
    flows: [],
    async finish({ caller, session, history }) {
      const revokedKeys = async () => {
        const status = 'revoked'
        const keys = await everyPage((place) =>
          caller.certainly(listEveryonesApiKeys, { status, ...place }, session),
        )
        return keys.map(({ id }) => id)
      }
      history.audit.revoked.before = await revokedKeys()
      for (const action of recorded) {
        const entries = await everyPage((place) =>
          caller.certainly(listAuditLog, { action, ...place }, session),
        )
        for (const { target } of entries) {
          // Who never got the response to a creation knows only the name.
          const known = action === 'api_key.create' ? target.label : target.id
          history.audit.entries.push({ action, target: known })
        }
      }
      history.audit.revoked.after = await revokedKeys()
    },
  }
}
