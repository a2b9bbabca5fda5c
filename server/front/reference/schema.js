// JSON Schemas, as far as the contract uses them.
import { element, prose, unfolding } from './element.js'

/** Shows schemas, whose references lead to `components`. */
export class Schemas {
  #components

  constructor(components) {
    this.#components = components
  }

  /** Returns what a schema refers to, with its own description or default. */
  resolve(schema) {
    return schema.$ref ? { ...this.#components.schemas[schema.$ref.split('/').at(-1)], ...schema } : schema
  }

  /** Shows a named value: a parameter, or a field of an object. */
  field({ name, schema, required, description = this.resolve(schema).description, place }) {
    const limits = limitsOf(this.resolve(schema))
    return element(
      'li',
      {},
      element('code', { class: 'name' }, name),
      ` ${this.#typeOf(schema)}${place ? `, in the ${place}` : ''}${required ? ', ' : ''}`,
      required ? element('strong', {}, 'required') : '',
      limits ? element('div', { class: 'limits' }, prose(limits)) : '',
      description ? element('div', {}, prose(description)) : '',
      this.fieldsOf(schema, true),
    )
  }

  /** Shows the fields of the objects in a schema. Those of inner objects are drawn when they are opened, as they may recur. */
  fieldsOf(schema, isInner = false) {
    return this.#objectsIn(schema).map(({ properties, required = [] }) => {
      const list = () =>
        element(
          'ul',
          { class: 'fields' },
          Object.entries(properties).map(([name, schema]) =>
            this.field({ name, schema, required: required.includes(name) }),
          ),
        )
      return isInner ? unfolding({}, ['Fields'], () => [list()]) : list()
    })
  }

  /** Returns a value that fits a schema, of a request with the required fields only. */
  exampleOf(given, isRequest, depth = 0) {
    const schema = this.resolve(given)
    if (schema.default !== undefined) return schema.default
    if ('const' in schema) return schema.const
    if (schema.enum) return schema.enum[0]
    const [option] = optionsOf(schema)
    if (option) return this.exampleOf(option, isRequest, depth)
    // Deeper objects may contain themselves.
    if (schema.type === 'array')
      return schema.items && depth < 6 ? [this.exampleOf(schema.items, isRequest, depth + 1)] : []
    if (schema.properties) {
      const shown = Object.entries(schema.properties).filter(
        ([name]) => !isRequest || schema.required?.includes(name),
      )
      return depth < 6
        ? Object.fromEntries(shown.map(([name, part]) => [name, this.exampleOf(part, isRequest, depth + 1)]))
        : {}
    }
    return (
      scalars[schema.format] ??
      (schema.pattern?.includes('\\d') ? '1' : scalars[[schema.type].flat()[0]]) ??
      null
    )
  }

  /** Returns the type in words: `list of string`, `integer or null`, `owner | admin`. */
  #typeOf(given) {
    const schema = this.resolve(given)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if ('const' in schema) return JSON.stringify(schema.const)
    const options = optionsOf(schema)
    if (options.length > 0) return [...new Set(options.map((option) => this.#typeOf(option)))].join(' or ')
    if (schema.type === 'array') return `list of ${schema.items ? this.#typeOf(schema.items) : 'any'}`
    const type = [schema.type ?? 'any'].flat().join(' or ')
    return schema.format ? `${type} (${schema.format})` : type
  }

  /** Returns the objects in a schema whose fields are worth showing. */
  #objectsIn(given) {
    const schema = this.resolve(given)
    if (schema.properties) return [schema]
    const inner = [schema.items, schema.additionalProperties, ...optionsOf(schema)]
    return inner.filter((part) => part instanceof Object).flatMap((part) => this.#objectsIn(part))
  }
}

const optionsOf = ({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf]

function limitsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, default: initial }) {
  const between = (least, most, unit) => {
    if (least === undefined && most === undefined) return ''
    if (most === undefined) return `at least ${least}${unit}`
    return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
  }
  return [
    between(minLength, maxLength, ' characters'),
    between(minimum, maximum, ''),
    between(minItems, maxItems, ' entries'),
    pattern && `matches \`${pattern}\``,
    initial !== undefined && `defaults to \`${JSON.stringify(initial)}\``,
  ]
    .filter(Boolean)
    .join(', ')
}

const scalars = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.org',
  uuid: '01932f5e-7b6a-7c3d-9e21-5a1f0c8d4b72',
  uri: 'https://example.org/',
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
}
