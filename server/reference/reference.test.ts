import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import * as contract from '#contract'
import { errors, operations, operationsByPart, toOpenApi } from '#contract'
import { postgres, startTestApp, type TestApp } from '#testing'
import { exampleBody } from './example.ts'
import { Html, html } from './html.ts'
import type { Document } from './page.ts'

describe('the reference of the API', () => {
  let app: TestApp
  let page: string
  before(async () => {
    app = await startTestApp(postgres ? 'postgresql' : 'embedded')
    page = await (await app.fetch('/api/docs')).text()
  })
  after(() => app.stop())

  test('programs get the description that is committed, word for word', async () => {
    const response = await app.fetch('/api/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
    assert.equal(await response.text(), committed)
  })

  test('every operation is on the page, with its sentence, address, a command and a line of TypeScript', () => {
    for (const { id, summary, method, path } of operations) {
      const [, article = ''] = page.split(`<article id="${id}">`)
      const [shown = ''] = article.split('</article>')
      const text = shown.replace(/<[^>]*>/g, '')
      assert.ok(text.includes(html`${summary}`.text), id)
      assert.ok(text.includes(`${method} ${path}`), id)
      assert.match(text, /curl /, id)
      const [, called = ''] = /await aerie\.call\((\w+)[,)]/.exec(text) ?? []
      assert.equal((contract as unknown as Record<string, { id: string }>)[called]?.id, id)
    }
  })

  test('the type of every problem leads to its explanation', async () => {
    for (const [code, { title }] of Object.entries(errors)) {
      const [, entry = ''] = page.split(`<li id="${code}">`)
      assert.ok(entry.includes(title), code)
    }
    const { type } = await (await app.fetch('/api/me')).json()
    const [address, code] = type.split('#')
    assert.equal(address, '/api/docs')
    assert.ok(page.includes(`id="${code}"`))
  })

  test('no two places on the page have one name, and every link within it leads somewhere', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target)
  })

  test('every body that is given as an example is one that the server takes', () => {
    const { paths, components } = toOpenApi(operationsByPart, '1') as unknown as Document
    for (const operation of operations) {
      const described = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()]
      const schema = described?.requestBody?.content['application/json'].schema
      const parsed = operation.body.safeParse(exampleBody(operation, schema, components.schemas) ?? {})
      assert.ok(parsed.success, `${operation.id}: ${parsed.error}`)
    }
  })
})

test('what is put into the page is text, whatever it holds', () => {
  const name = `<script>alert("it's")</script>`
  const { text } = html`<p title="${name}">${[name, null, false]}${new Html('<br>')}</p>`
  assert.equal(text.match(/</g)?.length, 3)
  assert.doesNotMatch(text, /<script|"it|it's/)
})
