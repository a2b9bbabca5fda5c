import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A TCP port of 127.0.0.1 on which nobody listens at this moment. It is below those that systems give to whoever names
 * none (from 32768 on Linux), so that nobody gets it by chance before it is listened on, and above the last one that
 * `fetch` refuses (10080).
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768)
  const server = createServer().listen(port, '127.0.0.1')
  const taken = await once(server, 'listening').then(
    () => false,
    () => true,
  )
  if (taken) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
