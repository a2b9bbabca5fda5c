import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract'
import { type Authenticate, compressOptions, countKeyUse, credentialsOf } from '#platform'
import { own } from '#rules/own'
import { version } from '../start/version.ts'

const folder = new URL('reference/', import.meta.url)
/** What `page.js` imports. */
const modules = ['element.js', 'operation.js', 'schema.js', 'try-out.js']
const files = ['page.css', 'page.js', ...modules]

/** Serves `/api/openapi.json`, and a page that shows it at `/api/docs`: compressed, because all of it is public. */
export async function addReference(
  server: FastifyInstance,
  baseUrl: string,
  authenticate: Authenticate,
): Promise<void> {
  await server.register(fastifyStatic, { root: fileURLToPath(folder), serve: false })
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    countKeyUse(credentialsOf(request, reply), authenticate)
  // Created by the first request: it takes a tenth of a second, for which no start should wait.
  let description: string | undefined
  server.get('/api/openapi.json', { onRequest, compress: compressOptions }, (_request, reply) => {
    description ??= contract.openApiText(contract.toOpenApi(contract.operationsByPart, version))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  let page: string | undefined
  server.get('/api/docs', { onRequest, compress: compressOptions }, (_request, reply) => {
    page ??= createPage(baseUrl)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__nonce__', nonce))
  })
  for (const file of files)
    server.get(`/api/docs/${file}`, { compress: compressOptions }, (_request, reply) =>
      reply.sendFile(file, { immutable: false, maxAge: 0 }),
    )
}

/** The page without its nonce. Every error code is an anchor, because the `type` of a problem leads there. */
function createPage(baseUrl: string): string {
  const names = Object.entries(contract).flatMap(([name, value]) =>
    value instanceof Object && 'id' in value ? [[value.id, name]] : [],
  )
  const values: Record<string, string> = {
    version,
    baseUrl,
    errors: Object.entries(contract.errors)
      .map(
        ([code, { status, title }]) =>
          `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}.</td></tr>`,
      )
      .join('\n'),
    modules: modules
      .map((file) => `<link rel="modulepreload" nonce="__nonce__" href="/api/docs/${file}">`)
      .join('\n'),
    clientNames: JSON.stringify(Object.fromEntries(names)).replaceAll('"', '&quot;'),
  }
  const template = readFileSync(new URL('page.html', folder), 'utf8')
  return template.replace(/__(\w+?)__/g, (placeholder, name) => own(values, name) ?? placeholder)
}

/** The page loads its own files and the description, and the server's answers to calls that a user tries out. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
