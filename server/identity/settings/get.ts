import { getSettings, type Settings } from '#contract'
import { implement, type Reader } from '#platform'

/** The one row. What lies in it as JSON is written by `update` alone, through the contract. */
export const readSettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['organisationName', 'timeZone', 'currency', 'termsDays', 'version'])
    .select(['letterhead', 'taxRates', 'invoiceSeries', 'creditNoteSeries'])
    .$castTo<Settings>()

export const get = implement(getSettings, async ({ tx }) => readSettings(tx).executeTakeFirstOrThrow())
