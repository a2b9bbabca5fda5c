import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '#client'
import { getInvoicePdf, getReadiness, listProjects } from '#contract'

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
})
