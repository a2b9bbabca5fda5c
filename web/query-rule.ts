/** The rule of a field in a query, as JSON Schema: all that the contract uses there. */
export interface QuerySchema {
  type: 'string' | 'integer'
  enum?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** Returns a schema that tests a field of a query without zod. */
export function rule(schema: QuerySchema) {
  return {
    safeParse: (value: unknown) => ({ success: typeof value === 'string' && fits(value.trim(), schema) }),
  }
}

function fits(value: string, schema: QuerySchema): boolean {
  if (schema.type === 'integer') {
    const number = Number(value)
    const { minimum = -Infinity, maximum = Infinity } = schema
    return value !== '' && Number.isInteger(number) && number >= minimum && number <= maximum
  }
  const { minLength = 0, maxLength = Infinity, pattern = '' } = schema
  const isStorable = value.isWellFormed() && !value.includes('\0')
  const hasLength = value.length >= minLength && value.length <= maxLength
  return isStorable && hasLength && new RegExp(pattern).test(value) && (schema.enum?.includes(value) ?? true)
}
