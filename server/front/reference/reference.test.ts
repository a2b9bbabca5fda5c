import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import * as contract from '#contract'
import { errors, operations } from '#contract'
import { postgres, startTestApp, type TestApp } from '#testing'

describe('the API reference', () => {
  let app: TestApp
  let page: string
  before(async () => {
    app = await startTestApp(postgres ? 'postgresql' : 'embedded')
    page = await (await app.fetch('/api/docs')).text()
  })
  after(() => app.stop())

  test('programs get exactly the committed description', async () => {
    const response = await app.fetch('/api/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    const committed = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
    assert.equal(await response.text(), committed)
  })

  test('the page knows the name of every operation in the typed client', () => {
    const [, json = ''] = / data-client-names="(.*?)"/.exec(page) ?? []
    const names: Record<string, string> = JSON.parse(json.replaceAll('&quot;', '"'))
    for (const { id } of operations) {
      const exported = (contract as unknown as Record<string, { id: string }>)[names[id] ?? '']
      assert.equal(exported?.id, id)
    }
  })

  test('the type of every problem leads to its explanation', async () => {
    for (const [code, { title }] of Object.entries(errors)) {
      const [, entry = ''] = page.split(`<tr id="${code}">`)
      assert.ok(entry.split('</tr>')[0]?.includes(title), code)
    }
    const { type } = await (await app.fetch('/api/me')).json()
    const [address, code] = type.split('#')
    assert.equal(address, '/api/docs')
    assert.ok(page.includes(`id="${code}"`))
  })

  test('ids on the page are unique, and every link within it leads somewhere', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target)
    assert.doesNotMatch(page, /__\w+__/)
  })

  test('scripts run by nonce only, and the page may load nothing from elsewhere', async () => {
    const policies = await Promise.all([1, 2].map(async () => (await app.fetch('/api/docs')).headers))
    const [first, second] = policies.map((headers) => headers.get('content-security-policy') ?? '')
    assert.notEqual(first, second)
    assert.match(first ?? '', /^default-src 'none'; script-src 'nonce-[^' ]+'; style-src 'self'; /)
    assert.doesNotMatch(first ?? '', /unsafe|https?:|\*/)
  })

  test('only the files that the page needs are served', async () => {
    for (const file of ['page.css', 'page.js', 'element.js', 'operation.js', 'schema.js', 'try-out.js'])
      assert.equal((await app.fetch(`/api/docs/${file}`)).status, 200, file)
    for (const file of [
      '',
      'index.html',
      'page.html',
      'package.json',
      'reference.test.ts',
      '..%2f..%2fsecret.ts',
    ])
      assert.equal((await app.fetch(`/api/docs/${file}`)).status, 404, file)
  })
})
