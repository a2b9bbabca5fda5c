// The limit: Fastify and nothing else, with the body that `GET /api/me` has. Prints where it listens.
import fastify from 'fastify'

const server = fastify()
const user = { id: crypto.randomUUID(), name: 'Owner', email: 'owner@aerie.test', role: 'owner' }
const apiKey = { id: crypto.randomUUID(), name: 'Known', prefix: 'aie_01234567' }
const body = { user, via: 'api_key', apiKey }
server.get('/', async () => body)
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
