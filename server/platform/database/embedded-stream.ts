import { Duplex } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'

/**
 * A connection to the embedded database with the interface of a socket, for `pg`. Bytes travel over a message port, and
 * closing the port ends the session on the other side.
 */
export class EmbeddedStream extends Duplex {
  readonly #port: MessagePort

  /** @param failed rejects when the database fails */
  constructor(port: MessagePort, failed: Promise<never>) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(bytes))
    port.on('close', async () => {
      if (this.destroyed) return
      // The reason was sent before, but over another port.
      const cause = await Promise.race([failed.catch((error: Error) => error), immediate(undefined)])
      this.destroy(new Error('The embedded database ended the connection', { cause }))
    })
  }

  /** `pg` calls this as on a `net.Socket`; the address is ignored. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#port.ref()
    return this
  }

  unref(): this {
    this.#port.unref()
    return this
  }

  /** Nothing to do: the database pushes its data. */
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  /** `pg` ends its side and waits for the server to close. */
  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  /** Copies to new memory: a Buffer may share its memory, and a message transfers all of it. */
  #send(buffer: Buffer): void {
    const bytes = new Uint8Array(buffer)
    this.#port.postMessage(bytes, [bytes.buffer])
  }
}
