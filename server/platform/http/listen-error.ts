/** A server cannot listen on its address. The message is for the operator. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Where a server listens, and the names of both settings. */
export interface ListenAddress {
  host: string
  port: number
  settings: { host: string; port: string }
}

/** Returns the error as a sentence that names the setting to change; other errors unchanged. */
export function toListenError(error: unknown, { host, port, settings }: ListenAddress): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} of ${host} is in use. Choose another one with ${settings.port}.`)
    case 'EACCES':
      return new ListenError(
        `This user may not listen on port ${port}. Choose one above 1023 with ${settings.port}.`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ListenError(
        `${settings.host}: ${host} is not an address of this machine. Use 0.0.0.0 to listen on all of its addresses.`,
      )
    default:
      return error
  }
}
