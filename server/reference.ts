import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationsByPart, toOpenApi } from '#contract'
import { type Authenticate, credentialsOf, noteUse } from '#platform'
import { type Document, referencePage } from './reference/page.ts'
import { version } from './service.ts'

/** Serves `/api/openapi.json`, and the same for people at `/api/docs`. */
export function addReference(server: FastifyInstance, baseUrl: string, authenticate: Authenticate): void {
  // Made for the first who asks, since it takes a tenth of a second for which no start should wait.
  let made: ReturnType<typeof makeReference> | undefined
  const reference = () => {
    made ??= makeReference(baseUrl)
    return made
  }
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    noteUse(credentialsOf(request, reply), authenticate)
  server.get('/api/openapi.json', { onRequest }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().json),
  )
  server.get('/api/docs', { onRequest }, (_request, reply) => {
    const { page, placeholder } = reference()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(placeholder, nonce))
  })
}

function makeReference(baseUrl: string) {
  const document = toOpenApi(operationsByPart, version)
  const placeholder = randomBytes(16).toString('hex')
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    page: referencePage(document as unknown as Document, { baseUrl, nonce: placeholder }),
    placeholder,
  }
}

/** The page has a style sheet, a script and an icon of its own, and nothing else at all. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
