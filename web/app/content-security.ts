import { setNonce } from 'get-nonce'

/** Returns the page's CSP nonce. Browsers hide it from the attribute, but not from the property. */
export function pageNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Makes libraries follow the content security policy: the style tags that they add carry the nonce. */
export function fitContentSecurityPolicy(): void {
  setNonce(pageNonce())
}
