import { getSettings, type Settings } from '#contract'
import type { Reader } from '#database'
import { implement } from '#platform'

/** Selects the settings, which are one row. Only `update` writes its JSON columns, validated by the contract. */
export const readSettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['organisationName', 'uses', 'timeZone', 'language', 'currency', 'termsDays', 'version'])
    .select(['letterhead', 'taxRates', 'invoiceSeries', 'creditNoteSeries'])
    .$castTo<Settings>()

export const get = implement(getSettings, async ({ tx }) => readSettings(tx).executeTakeFirstOrThrow())
