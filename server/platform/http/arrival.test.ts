import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { limitArrival } from './arrival.ts'

/** A request whose body has not arrived, on a route with this limit. */
function sending(bodyLimit: number, headers: object = { 'content-length': '9' }) {
  const socket = Object.assign(new PassThrough(), { destroySoon() {} })
  const raw = Object.assign(new EventEmitter(), { headers, socket, complete: false })
  limitArrival({ raw, routeOptions: { bodyLimit } } as unknown as FastifyRequest)
  return { raw, answer: () => String(socket.read() ?? '') }
}

test('a small body has seconds to arrive, a large one longer', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const small = sending(16 * 1024)
  const large = sending(1024 * 1024, { 'transfer-encoding': 'chunked' })
  mock.timers.tick(14_000)
  assert.equal(small.answer(), '')
  mock.timers.tick(1_000)
  assert.match(small.answer(), /^HTTP\/1\.1 408 (?:.|\s)*"code":"request_timeout"/)
  mock.timers.tick(14 * 60_000)
  assert.equal(large.answer(), '')
  mock.timers.tick(60_000)
  assert.match(large.answer(), /^HTTP\/1\.1 408 /)
})

test('a body that has arrived, and a request without one, may take any time', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const [read, unread, without] = [sending(16 * 1024), sending(16 * 1024), sending(16 * 1024, {})]
  read.raw.emit('close')
  unread.raw.complete = true
  mock.timers.tick(3_600_000)
  assert.deepEqual([read.answer(), unread.answer(), without.answer()], ['', '', ''])
})
