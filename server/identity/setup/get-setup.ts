import { getSetup } from '#contract'
import { implement } from '#platform'
import { hasOwner } from './set-up.ts'

export const createGetSetup = (requiresCode: boolean) =>
  implement(getSetup, async ({ tx }) => {
    const needed = !(await hasOwner(tx))
    const { organisationName } = await tx
      .selectFrom('settings')
      .select('organisationName')
      .executeTakeFirstOrThrow()
    return { needed, codeRequired: needed && requiresCode, organisationName }
  })
