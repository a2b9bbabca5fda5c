import { setNonce } from 'get-nonce'
import { z } from 'zod'

/** The nonce that the server gave this page; browsers hide it from the attribute but not from the property. */
export function pageNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Makes the libraries fit the policy: style tags carry the nonce, and schemas are not compiled by `eval`. */
export function fitContentSecurityPolicy(): void {
  setNonce(pageNonce())
  z.config({ jitless: true })
}
