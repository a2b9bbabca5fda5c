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

  /** Returns the key of a purpose that is older than HKDF here. Use `key` for new ones. */
  prefixedKey(prefix: string): string {
    return `${prefix}${this.#value}`
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

  /**
   * Returns the secret that data may have been made with: none if SECRET no longer lists it. Data from before secrets had
   * ids can be of any, most likely of the oldest, which comes first.
   */
  candidates(id: string | null | undefined): readonly Secret[] {
    return id == null ? this.all.toReversed() : this.all.filter((secret) => secret.id === id)
  }
}
