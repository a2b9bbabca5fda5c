import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '#client'
import { getInvoicePdf, getReadiness, listProjects } from '#contract'

describe('the typed client', () => {
  test('the error page of a proxy is never taken for an answer, be it a file or JSON', async () => {
    const answering = (body: string, status: number, type: string) =>
      createClient({
        baseUrl: 'https://aerie.test',
        fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
      })
    const page = answering('<h1>504 Gateway Time-out</h1>', 504, 'text/html')
    const json = answering('{"message":"no server is available"}', 503, 'application/json')
    const said = (status: number) => ({
      name: 'SyntaxError',
      message: new RegExp(`such as a proxy \\(${status}\\)`),
    })

    await assert.rejects(page.call(getInvoicePdf, { invoiceId: '1' }), said(504))
    await assert.rejects(json.call(getInvoicePdf, { invoiceId: '1' }), said(503))
    await assert.rejects(json.call(listProjects), said(503))
  })

  test('a status that an operation has for its result is an answer', async () => {
    const fetch = async () => Response.json({ ready: false }, { status: 503 })
    assert.deepEqual(await createClient({ baseUrl: '', fetch }).call(getReadiness), { ready: false })
  })
})
