import type { z } from 'zod'
import type { updatePatient } from '#contract'
import { Refusal } from '#platform'

type Fields = Omit<z.output<typeof updatePatient.body>, 'version' | 'identifiers'>

/** Returns the fields of a request as columns, without omitted ones. */
export function toColumns({ address, ...fields }: Fields) {
  const { line, ...rest } = address ?? {}
  const columns = { ...fields, addressLine: line, ...rest }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Column in keyof typeof columns]?: Exclude<(typeof columns)[Column], undefined>
  }
}

/**
 * @param prefix of the fields' paths in the request
 * @throws Refusal `validation_failed` if both names are empty
 */
export function refuseNameless(
  { givenName, familyName }: Partial<Pick<Fields, 'givenName' | 'familyName'>>,
  prefix = '',
): void {
  if (givenName || familyName) return
  const message = 'Enter a given name or a family name.'
  throw new Refusal('validation_failed', message, {
    fields: ['givenName', 'familyName'].map((name) => ({ path: prefix + name, message })),
  })
}
