import { sql } from 'kysely'
import { createInvitation, updateSettings } from '#contract'
import type { HomePart } from '#platform'

export const homeOfIdentity: HomePart = {
  half: null,
  sections: [],
  steps: [
    {
      step: 'organisation',
      takes: updateSettings,
      isDone: () => sql`(select uses is not null from settings)`,
    },
    {
      step: 'colleague',
      takes: createInvitation,
      isDone: () =>
        sql`(exists (select from invitations) or (select count(*) > 1 from (select from users limit 2) as first))`,
    },
  ],
}
