import { Refusal } from '#platform'

export interface WrongField {
  path: string
  message: string
}

/** @throws Refusal `validation_failed` with all fields, if there are any */
export function refuseFields(fields: WrongField[]): void {
  const [first] = fields
  if (!first) return
  const detail =
    fields.length === 1 ? `${first.path}: ${first.message}` : `${fields.length} fields are invalid.`
  throw new Refusal('validation_failed', detail, { fields })
}
