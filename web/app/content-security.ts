import { setNonce } from 'get-nonce'
import { z } from 'zod'

/** Returns the page's CSP nonce. Browsers hide it from the attribute, but not from the property. */
export function pageNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Makes libraries follow the content security policy: style tags carry the nonce, and zod does not use `eval`. */
export function fitContentSecurityPolicy(): void {
  setNonce(pageNonce())
  z.config({ jitless: true })
}
