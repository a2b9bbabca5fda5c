import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient, requestOf } from '#client'
import { createSource, getInvoice, getInvoicePdf, getReadiness, listProjects } from '#contract'

describe('the typed client', () => {
  test('a proxy’s error page is never mistaken for a response, neither for a file nor for JSON', async () => {
    const respondingWith = (body: string, status: number, type: string) =>
      createClient({
        baseUrl: 'https://aerie.test',
        fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
      })
    const page = respondingWith('<h1>504 Gateway Time-out</h1>', 504, 'text/html')
    const json = respondingWith('{"message":"no server is available"}', 503, 'application/json')
    const notFromAerie = (status: number) => ({
      name: 'SyntaxError',
      message: new RegExp(`such as a proxy \\(${status}\\)`),
    })

    await assert.rejects(page.call(getInvoicePdf, { invoiceId: '1' }), notFromAerie(504))
    await assert.rejects(json.call(getInvoicePdf, { invoiceId: '1' }), notFromAerie(503))
    await assert.rejects(json.call(listProjects), notFromAerie(503))
  })

  test('an error status that carries the operation’s result is returned', async () => {
    const fetch = async () => Response.json({ ready: false }, { status: 503 })
    assert.deepEqual(await createClient({ baseUrl: '', fetch }).call(getReadiness), { ready: false })
  })

  test('parameters in the path cannot lead elsewhere', () => {
    assert.equal(
      requestOf(getInvoice, { invoiceId: '../me?a=b#c' }).url,
      '/api/billing/invoices/..%2Fme%3Fa%3Db%23c',
    )
  })

  test('beside a file, a list is separated by commas and cannot contain one', () => {
    const send = (...tags: string[]) =>
      requestOf(createSource, { projectId: '1', file: new File(['a'], 'a.txt'), tags }).body as FormData
    assert.equal(send('a', 'b').get('tags'), 'a,b')
    assert.throws(
      () => send('Berlin, DE'),
      new TypeError('With a file, tags are separated by commas and cannot contain one'),
    )
  })
})
