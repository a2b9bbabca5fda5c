import { createHmac, hkdfSync } from 'node:crypto'

/** One of the secrets in SECRET. Others get keys that are derived from it, never the secret itself. */
export class Secret {
  /** Eight hexadecimal digits that identify the secret without revealing it. Stored with what was made with it. */
  readonly id: string
  readonly #value: string
  readonly #keys = new Map<string, Buffer>()

  constructor(value: string) {
    this.#value = value
    this.id = createHmac('sha256', value).update('aerie backup').digest('hex').slice(0, 8)
  }

  /** Derives the key of a purpose: 256 bits (HKDF-SHA-256, RFC 5869). */
  key(purpose: string): Buffer {
    const key = this.#keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', this.#value, '', purpose, 32))
    this.#keys.set(purpose, key)
    return key
  }
}

/** The secrets in SECRET, newest first. New data is made with the newest; older ones remain valid. */
export class Secrets {
  readonly newest: Secret
  readonly all: readonly Secret[]

  constructor(values: readonly string[]) {
    this.all = values.map((value) => new Secret(value))
    this.newest = this.all[0]!
  }

  /** The ids of all secrets, newest first. */
  get ids(): string[] {
    return this.all.map(({ id }) => id)
  }

  /** Returns the secret that data was made with, unless SECRET no longer lists it. */
  find(id: string | undefined): Secret | undefined {
    return this.all.find((secret) => secret.id === id)
  }
}
