import type { AccessLogEntry } from '#contract'
import { own } from '#rules/own'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, timeColumn } from '../../components/columns.tsx'
import { operationWords } from './operation-words.ts'

/** The columns of calls that showed patients: what was done, by whom and when. */
export const readColumns: Column<AccessLogEntry>[] = [
  column('Action', {}, ({ operation }) => own(operationWords, operation) ?? operation),
  column('User', {}, ({ user, apiKey, address }) => (
    <>
      <bdi>{user.name}</bdi>
      {apiKey && (
        <Caption lineClamp={1}>
          with the API key <bdi>{apiKey.name}</bdi> ({apiKey.prefix})
        </Caption>
      )}
      {address && <Caption>IP address {address}</Caption>}
    </>
  )),
  timeColumn('Time', {}, ({ at }) => at),
]
