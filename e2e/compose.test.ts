import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { readConfig, settings } from '#config'
import { read, root } from './testing/documents.ts'

interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string | number>
  volumes?: string[]
  network_mode?: string
  healthcheck?: { test: string[] }
  read_only?: boolean
  stop_grace_period?: string
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

/** What an operator sets. */
const given: Record<string, string> = {
  BASE_URL: 'https://aerie.example.org',
  SECRET: 'a secret that only the tests know and of some length',
  POSTGRES_PASSWORD: '0123456789abcdef',
  FILES: 's3://aerie-files/production?region=eu-west-1',
}

const readCompose = (file: string): Compose => parse(read(file), { merge: true })
const isNode = ({ image }: Service) => image === 'localhost/aerie'

/** Fills in variables as compose does: `${NAME:?}` must be set. */
const filled = (value: string | number): string =>
  String(value).replace(
    /\$\{(\w+)(:-[^}]*|:\?)\}/g,
    (_, name: string, otherwise: string) => given[name] ?? assert.fail(`${name}${otherwise}`),
  )

for (const file of ['deploy/compose.yaml', 'deploy/compose.postgresql.yaml']) {
  describe(file, () => {
    const { services, volumes } = readCompose(file)
    const nodes = Object.values(services).filter(isNode)

    test('its nodes have valid settings, and keep their data in the volume of the image', () => {
      assert.ok(nodes.length > 0)
      for (const { environment = {}, volumes: own = [] } of nodes) {
        for (const name of Object.keys(environment)) assert.ok(name in settings.shape, name)
        readConfig(
          Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)])),
        )
        assert.deepEqual(
          own.map((volume) => volume.split(':')[1]),
          ['/data'],
        )
      }
    })

    test('its nodes run as the image does, read-only and with its health check', () => {
      const image = read('deploy/Containerfile')
      for (const { build, healthcheck, read_only, stop_grace_period } of nodes) {
        assert.ok(build && existsSync(join(root, 'deploy', build.context, build.dockerfile)))
        const [, ...command] = healthcheck?.test ?? []
        assert.ok(image.includes(`CMD ${JSON.stringify(command)}`))
        assert.ok(existsSync(join(root, command[0]?.replace('/opt/aerie/', '') ?? '')))
        assert.deepEqual([read_only, stop_grace_period], [true, '1m'])
      }
    })

    test('its volumes and files exist', () => {
      for (const service of Object.values(services)) {
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':')
          // The certificate is the operator's.
          if (source === './aerie.pem') continue
          assert.ok(
            source.startsWith('./') ? existsSync(join(root, 'deploy', source)) : source in volumes,
            source,
          )
        }
      }
    })
  })
}

test('with object storage, each node has settings for it and a volume of its own', () => {
  const { services, volumes } = readCompose('deploy/compose.object-storage.yaml')
  const nodes = readCompose('deploy/compose.postgresql.yaml').services
  assert.deepEqual(
    Object.keys(services),
    Object.keys(nodes).filter((name) => isNode(nodes[name]!)),
  )
  for (const [name, { environment = {}, volumes: own }] of Object.entries(services)) {
    assert.deepEqual(own, [`${name}:/data`])
    assert.ok(name in volumes)
    const { FILES, ...others } = environment
    assert.equal(readConfig({ FILES: filled(FILES ?? '') }).files, given.FILES)
    assert.deepEqual(Object.keys(others), ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  }
})

test('HAProxy finds both nodes in its own network', () => {
  const nodes = Object.values(readCompose('deploy/compose.postgresql.yaml').services).filter(isNode)
  const addresses = nodes.map(({ environment }) => `${environment?.HOST}:${environment?.PORT}`)
  const servers = [...read('deploy/haproxy.cfg').matchAll(/^ {2}server \S+ (\S+)$/gm)].map(
    ([, address]) => address,
  )
  assert.deepEqual(addresses, servers)
  for (const { network_mode } of nodes) assert.equal(network_mode, 'service:haproxy')
})
