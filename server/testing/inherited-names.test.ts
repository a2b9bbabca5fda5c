import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#contract'
import { startTestApp, type TestApp } from './app.ts'
import { textsIn, withValue } from './examples.ts'
import { addParameters, contentOf, exampleFor, isChange, withQuery } from './walk.ts'

/** Every object has these: a lookup that finds them takes a function for an entry. */
const inherited = ['constructor', '__proto__', 'toString']

let app: TestApp
let parameters: Record<string, string>

before(async () => {
  app = await startTestApp()
  parameters = await addParameters(app)
})
after(() => app.stop())

// Reads come first: a change may remove what a parameter stands for.
for (const operation of operations.toSorted((a, b) => Number(isChange(a)) - Number(isChange(b)))) {
  test(`${operation.id} takes the names that every object has like any other text`, async () => {
    const { path, body, form } = exampleFor(operation, parameters)
    const role = operation.allow === 'anyone' ? null : operation.allow[0]!
    const send = async (address: string, content: { body?: object; form?: FormData }) => {
      const { headers, body } = contentOf({ body: content.body as never, form: content.form })
      const answer = await app.fetch(address, {
        method: operation.method,
        headers: { ...(role && app.people[role].headers), ...headers, accept: 'constructor/toString, */*' },
        ...(body && { body }),
      })
      assert.ok(answer.status < 500, `${address} ${JSON.stringify(content.body)}: ${await answer.text()}`)
    }
    for (const [n, [name, schema]] of Object.entries(operation.query.shape).entries())
      for (const value of takenBy(z.object({ [name]: schema }), inherited, (value) => ({ [name]: value }), n))
        await send(withQuery(path, `${name}=${value}`), { ...(body && { body }), ...(form && { form }) })
    for (const [n, at] of textsIn(body).entries())
      for (const value of takenBy(operation.body, inherited, (value) => withValue(body, at, value), n))
        await send(path, { body: withValue(body, at, value) as object })
    if (operation.form) await send(path, { form: formOf(operation.form) })
  })
}

/** Returns one of the values that a schema takes: others would be refused before they are looked up. */
function takenBy(
  schema: z.core.$ZodType,
  values: string[],
  inputWith: (value: string) => unknown,
  n: number,
): string[] {
  const taken = values.filter((value) => z.safeParse(schema, inputWith(value)).success)
  return taken.length > 0 ? [taken[n % taken.length]!] : []
}

/** A form whose file has such names as its columns, extension and type. */
function formOf(form: z.ZodObject): FormData {
  const sent = new FormData()
  for (const [name, field] of Object.entries(form.shape))
    if (field instanceof z.ZodEnum) sent.append(name, String(field.options[0]))
  const rows = `${inherited.join()}\n1,2,3\n`
  sent.append('file', new File([rows], `rows.${inherited[0]}`, { type: inherited.slice(0, 2).join('/') }))
  return sent
}
