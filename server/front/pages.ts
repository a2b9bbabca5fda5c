import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ConfigError } from '#config'
import { Refusal } from '#platform'

const built = new URL('../../web/dist/', import.meta.url)
/** The build puts this placeholder where each response gets its own nonce. */
const noncePlaceholder = '__CSP_NONCE__'

/** Paths of pages without the navigation, which are for people without a session. */
const outside =
  /^\/(sign-in|setup|set-up-two-factor|forgot-password|reset-password|confirm-email|invitations)(?![\w-])/

/** Not sent with scripts and styles, which are public and the same for everyone. Together they are larger than some of these. */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-frame-options',
  'x-request-id',
]

/**
 * Serves the web app: immutable files, whose names contain their hashes and which the build compressed, and a document for
 * addresses of pages. The document shows the frame of the page before any script has run.
 * @throws ConfigError if the build is of another version or incomplete
 * @param hasSession whether a `Cookie` header is of someone who signed in; their session may have ended since
 */
export async function addPages(
  server: FastifyInstance,
  hasSession: (cookie: string | undefined) => boolean,
): Promise<void> {
  // Tests of the API need no pages, and in development Vite serves them.
  const documents = await readDocuments(built)
  if (!documents) {
    server.log.warn('The web app is not built, so pages are not served. Run: node scripts/setup.mjs')
    server.setNotFoundHandler(() => {
      throw new Refusal('not_found')
    })
    return
  }
  await server.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', built)),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    // Nobody asks whether an immutable file has changed.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      if (!/\.(js|css)\b/.test(path)) return
      for (const name of ofDocuments) reply.removeHeader(name)
      // HTTP/1.1 keeps connections by default (RFC 9112, 9.3).
      reply.raw.removeHeader('connection')
    },
  })
  server.setNotFoundHandler(async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || !isPage(request.url)) throw new Refusal('not_found')
    const isInShell = !outside.test(request.url) && hasSession(request.headers.cookie)
    return sendPage(isInShell ? documents.inShell : documents.elsewhere, request, reply)
  })
}

/**
 * Reads the documents for pages with the navigation and without; null if the web app is not built.
 * @throws ConfigError if the build is of another version or incomplete
 */
export async function readDocuments(folder: URL): Promise<{ inShell: string; elsewhere: string } | null> {
  const [inShell, elsewhere] = await Promise.all(
    ['shell.html', 'index.html'].map((file) =>
      readFile(new URL(file, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    ),
  )
  if (elsewhere === undefined) return null
  if (inShell === undefined)
    throw new ConfigError(
      `The web app in ${fileURLToPath(folder)} is of another version or incomplete. Build it again: node scripts/setup.mjs`,
    )
  return { inShell, elsewhere }
}

/** The browser's router decides which pages there are. Paths with a point are of files, such as `/robots.txt`. */
const isPage = (url: string): boolean => !/^\/assets\b|^[^?]*\./.test(url)

/** Sends a page with a nonce, compressed: nothing in it comes from the request, and the nonce is used once. */
function sendPage(page: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const html = page.replaceAll(noncePlaceholder, nonce)
  reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  if (!/\bgzip\b(?!;q=0)/.test(String(request.headers['accept-encoding']))) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(gzipSync(html))
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
