/** Sentences about failed TLS connections to PostgreSQL, by the code and message of the error. */
const sentences: [pattern: RegExp, sentence: string][] = [
  [
    /does not support SSL|establishing an SSL/,
    'The database server does not offer TLS. Turn it on there, or change sslmode in DATABASE_URL.',
  ],
  [
    /^28000 .*(no encryption|SSL off)/,
    'The database server only accepts TLS. Add sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /client certificate|ALERT_.*(CERTIFICATE|UNKNOWN_CA)|alert .*(certificate|unknown ca)/i,
    'The database server requires a client certificate of its own authority. Set sslcert and sslkey in DATABASE_URL.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    'The certificate of the database server is for another host. Use its host in DATABASE_URL, or sslmode=verify-ca.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'The certificate of the database server, or of its authority in sslrootcert or DATABASE_CA_FILE, is expired or not valid yet.',
  ],
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA/,
    'The certificate of the database server is not from a trusted authority. Set DATABASE_CA_FILE, or sslrootcert in DATABASE_URL, to the file of its authority.',
  ],
]

/** Returns a sentence that names the setting if the TLS connection to the database failed. */
export function explainTls({ code = '', message }: NodeJS.ErrnoException): string | undefined {
  return sentences.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
}
