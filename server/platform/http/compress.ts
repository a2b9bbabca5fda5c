import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCompressible, type Operation } from '#contract'

/** JSON, CSV, XML, SVG and other text. Not events, which must arrive when they happen, nor uploaded files. */
const compressible = /^(application\/(json|jsonl|xml)|image\/svg\+xml|text\/(?!event-stream))\b/

/** Nothing is compressed unless a route asks for it. */
export const compressOptions: FastifyCompressOptions = {
  global: false,
  encodings: ['br', 'gzip'],
  customTypes: compressible,
  // Compressing fewer bytes takes longer than sending them.
  threshold: 1024,
  // A window of 256 kB: with the default of 4 MB, each response that is being sent takes that much memory.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
}

/**
 * Returns whether a successful response may be compressed. Besides the operation, it depends on where the request comes from:
 * with a page of another site, somebody could choose a part of the response and measure its length (BREACH). Every supported
 * browser reports such requests over https; without encryption, and for callers with a key, there is nothing to protect.
 */
export function mayCompress(
  operation: Operation,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): boolean {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  return isOwn && isCompressible(operation) && compressible.test(String(reply.getHeader('content-type')))
}
