import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isHost, isOrigin, problemOfDatabaseUrl, urlHost } from './addresses.ts'

const databaseUrls: [url: string, host: string, password: string | null][] = [
  ['postgres://localhost/aerie', 'localhost', null],
  ['postgresql://aerie:twelve@db_1.example.org:6432/aerie?sslmode=verify-full', 'db_1.example.org', 'twelve'],
  ['POSTGRES://aerie:a%40b%2Fc%3Fd%23e%25f@[::1]:5432/aerie', '::1', 'a@b/c?d#e%f'],
  // The last @ before the host ends the password.
  ['postgres://aerie:a@b:c@10.0.0.5/aerie', '10.0.0.5', 'a@b:c'],
  ['postgres:///aerie?host=/var/run/postgresql', '/var/run/postgresql', null],
  ['postgres://aerie:x@/aerie?host=/var/run/postgresql', '/var/run/postgresql', 'x'],
  ['postgres://aerie:x@127.0.0.1:6432/aerie?pgbouncer=true', '127.0.0.1', 'x'],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/aerie', '/var/run/postgresql', null],
]

test('an address of a PostgreSQL server is accepted, and means to the driver what it says', () => {
  for (const [url, host, password] of databaseUrls) {
    assert.equal(problemOfDatabaseUrl(url), undefined, url)
    const client = new pg.Client(url)
    assert.deepEqual([client.host, client.password ?? null], [host, password], url)
  }
})

test('an address that the driver would misread is rejected, and no part of it is repeated', () => {
  const wrong = {
    'localhost/aerie': 'Not an address',
    'aerie:hunter2@localhost/aerie': 'Not an address',
    'mysql://aerie:hunter2@localhost/aerie': 'Not an address',
    'postgres:aerie:hunter2@localhost': 'Not an address',
    'postgres://aerie:hunter2@localhost:hunter2/aerie': 'Not an address',
    'postgres://aerie:hunter2@local host/aerie': 'Not an address',
    'postgres://aerie:hun/ter2@localhost/aerie': 'Percent-encode',
    'postgres://aerie:12/hunter2@localhost/aerie': 'Percent-encode',
    'postgres://aerie:12#hunter2@localhost/aerie': 'Percent-encode',
    'postgres://aerie:12?hunter2@localhost/aerie': 'Percent-encode',
    'postgres://aerie:hun@12/ter2@localhost/aerie': 'Percent-encode',
    'postgres://aerie:hunter2%@localhost/aerie': 'Percent-encode',
    'postgres://aerie:hunter2%ff@localhost/aerie': 'Percent-encode',
    'postgres://aerie:hunter2@/aerie': 'It names no host',
    'postgres:///aerie': 'It names no host',
    'postgres://aerie:hunter2@localhost/aerie?pgbouncer=false': 'Its parameter pgbouncer',
    'postgres://': 'It names no host',
    'postgres://hunter2.test,hunter3.test/aerie': 'It names several hosts',
    'postgres://hunter2.test:1,hunter3.test:2/aerie': 'It names several hosts',
  }
  for (const [url, start] of Object.entries(wrong)) {
    const problem = problemOfDatabaseUrl(url) ?? ''
    assert.ok(problem.startsWith(start), `${url}: ${problem}`)
    assert.doesNotMatch(problem, /hun|ter2|aerie/, url)
  }
})

test('a website’s address has a scheme, a host and maybe a port', () => {
  for (const address of [
    'https://aerie.example.org',
    'https://aerie.example.org/',
    'HTTPS://Aerie.example.org:8443',
    'http://[::1]:3000',
  ]) {
    assert.ok(isOrigin(address), address)
  }
  for (const address of [
    'aerie.example.org',
    'ftp://aerie.example.org',
    'https://example.org/aerie',
    'https://example.org//',
    'https://example.org/?a',
    'https://example.org?',
    'https://example.org/#a',
    'https://user@example.org',
    'https://user:password@example.org',
    'https://',
    'javascript:1',
  ]) {
    assert.ok(!isOrigin(address), address)
  }
})

test('a server listens on IP addresses and hosts, and both have a place in a URL', () => {
  for (const host of ['127.0.0.1', '::', 'fe80::1%eth0', 'localhost', 'aerie_1', 'node-1.example.org']) {
    assert.ok(isHost(host), host)
    assert.ok(URL.canParse(`http://${urlHost(host)}:3000`), host)
  }
  for (const host of ['', '[::1]', '256.1.1.1', 'localhost:3000', 'http://localhost', 'a b', '*', '-a']) {
    assert.ok(!isHost(host), host)
  }
})
