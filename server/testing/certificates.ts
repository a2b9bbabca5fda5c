import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server's certificate and key and its authority's certificate, in PEM. */
export interface Certificate {
  cert: string
  key: string
  ca: string
}

/** A folder of certificates, with `NAME.crt` and `NAME.key` for each. */
export interface Certificates extends AsyncDisposable {
  folder: string
  file(name: string): string
  /** Creates an authority. */
  addAuthority(name: string): void
  /** Creates a certificate of the authority `ca`. @param more options of `openssl req` */
  issue(name: string, subject: string, more?: string): void
  /** Reads a certificate of the authority `ca`. */
  read(name: string): Promise<Certificate>
}

/** Creates an empty folder for certificates, which are valid for two days. */
export async function newCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-tls-'))
  const file = (name: string) => join(folder, name)
  const request = (name: string, subject: string, more: string) =>
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=${subject} -keyout ${name}.key -out ${name}.crt ${more}`
        .trim()
        .split(' '),
      { cwd: folder, stdio: 'pipe' },
    )
  return {
    folder,
    file,
    addAuthority: (name) => void request(name, name, ''),
    issue: (name, subject, more = '') => void request(name, subject, `-CA ca.crt -CAkey ca.key ${more}`),
    async read(name) {
      const [cert, key, ca] = await Promise.all(
        [`${name}.crt`, `${name}.key`, 'ca.crt'].map((path) => readFile(file(path), 'utf8')),
      )
      return { cert: cert!, key: key!, ca: ca! }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
