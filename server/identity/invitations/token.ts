import { createHash } from 'node:crypto'

/** What is stored of an invitation's token: enough to find it by, not to use it. */
export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest()
