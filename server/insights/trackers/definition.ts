import { Refusal } from '#platform'
import { checkDefinition, type Definition } from '../matching/index.ts'

/** @throws Refusal `validation_failed` with each field that is wrong; of a query, it says where. */
export function refuseBadDefinition(definition: Definition): void {
  const fields = checkDefinition(definition).map(({ path, message, position }) => ({
    path,
    message: position === undefined ? message : `At character ${position + 1}: ${message}`,
  }))
  const [first] = fields
  if (!first) return
  const detail =
    fields.length === 1 ? `${first.path}: ${first.message}` : `${fields.length} fields are wrong.`
  throw new Refusal('validation_failed', detail, { fields })
}
