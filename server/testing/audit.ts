import type { AuditEntry } from '#contract'

/** The actor that the audit log names for what someone does in a browser. */
export const inBrowser = ({ id, email }: { id: string | null; email: string }): AuditEntry['actor'] => ({
  id,
  email,
  via: 'session',
  apiKey: null,
})

/** The actor that the audit log names for the operators' commands. */
export const onServer: AuditEntry['actor'] = { id: null, email: 'server', via: 'operator', apiKey: null }
