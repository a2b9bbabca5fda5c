/** A place in object storage, without credentials. */
export interface S3Address {
  bucket: string
  /** Begins each key; empty, or ends with a slash. */
  prefix: string
  /** The store; Amazon's by default. */
  endpoint: string | undefined
  /** By default from the environment or the profile, as in every S3 client. */
  region: string | undefined
  /** Whether the bucket is in the path instead of the host name. */
  pathStyle: boolean
}

const example = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1&pathStyle=true'
const parameters = ['endpoint', 'region', 'pathStyle']

/** Reads an address such as `s3://bucket/prefix?region=eu-west-1`. Returns what is wrong with it as `problem`. */
export function readS3Address(text: string): S3Address | { problem: string } {
  if (!URL.canParse(text) || !/^s3:\/\//.test(text)) return { problem: `Not an address such as ${example}` }
  const { hostname: bucket, pathname, searchParams: query, username, password, port, hash } = new URL(text)
  if (username || password)
    return { problem: 'It contains credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead' }
  if (port || hash || !/^[a-z0-9][a-z0-9._-]{1,62}$/.test(bucket))
    return { problem: `It does not begin with s3:// and the name of a bucket, as ${example} does` }
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(path) || path.includes('//') || path.split('/').some((part) => /^\.+$/.test(part)))
    return { problem: 'Its prefix has other characters than letters, digits, -, _, . and /' }
  for (const name of query.keys())
    if (!parameters.includes(name) || query.getAll(name).length > 1)
      return {
        problem: `It has the parameter ${name} twice or in vain. Set ${parameters.join(', ')} at most once`,
      }
  const endpoint = query.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return { problem: 'Its endpoint is not an address such as https://s3.example.org' }
  const region = query.get('region') ?? undefined
  if (region !== undefined && !/^[\w-]+$/.test(region))
    return { problem: 'Its region is not one such as eu-west-1' }
  const pathStyle = query.get('pathStyle') ?? 'false'
  if (!/^(true|false)$/.test(pathStyle)) return { problem: 'Its pathStyle is neither true nor false' }
  return {
    bucket,
    prefix: path && `${path}/`,
    endpoint: endpoint?.replace(/\/$/, ''),
    region,
    pathStyle: pathStyle === 'true',
  }
}

/** Writes an address in one form, so that equal ones are equal as text. */
export function writeS3Address({ bucket, prefix, endpoint, region, pathStyle }: S3Address): string {
  const query = [
    ...(endpoint === undefined ? [] : [`endpoint=${endpoint}`]),
    ...(region === undefined ? [] : [`region=${region}`]),
    ...(pathStyle ? ['pathStyle=true'] : []),
  ]
  return `s3://${bucket}/${prefix.replace(/\/$/, '')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash
}
