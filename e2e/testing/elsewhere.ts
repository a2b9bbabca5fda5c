/** Commands that stand in documents and do not run in their test, and what runs them. */
const elsewhere: [command: RegExp, by: string][] = [
  [/^(npm run demo|node scripts\/pictures.ts)$/, 'e2e/demo.full.test.ts'],
  // Before every test.
  [/^node scripts\/setup.mjs$/, 'scripts/setup.mjs'],
  [/^npm ci$/, 'scripts/setup.test.ts'],
  [/^apt-get install (postgresql|chromium)$/, '.ci/run'],
  // Installing it takes a machine; the test runs what the unit says.
  [/^(useradd --system|install -m 600|cp deploy\/aerie.service) /, 'e2e/service-unit.full.test.ts'],
  // Likewise.
  [
    /^systemctl (disable --now postgresql|restart etcd|enable --now patroni)$/,
    'server/testing/faults/patroni.full.test.ts',
  ],
  [/^haproxy -c /, 'e2e/haproxy.full.test.ts'],
  [/^git log -p \| node deploy\/secret-scanning\/verify.mjs$/, 'server/api-keys/secret-scanning.test.ts'],
  [/^DATA_DIR=\S+ SECRET=\S+ \.\/aerie restore --from /, 'server/operating/backups/backups.test.ts'],
  [/^promtool (check|test) rules/, 'server/operating/metrics/rules.full.test.ts'],
  [
    /^(sha256sum --check|tar -xzf aerie-|cd aerie-|DATA_DIR=\S+ \.\/aerie serve$)/,
    'e2e/release.full.test.ts',
  ],
  [/^node scripts\/release\/packages.ts$/, 'e2e/release.full.test.ts'],
  [/^(buildah build|podman load) /, 'e2e/release.full.test.ts'],
  [/^(docker compose|openssl rand -hex) /, 'e2e/compose.test.ts'],
  [/^(npm run release -- |git push --follow-tags)/, 'scripts/release.test.ts'],
  [
    /^npm (run build-cli|install -g \.\/dist\/aerie-cli-\*\.tgz)$/,
    'scripts/release/npm-packages.full.test.ts',
  ],
]

/** The path of what runs a command, where the documents' test does not. */
export const runBy = (command: string): string | undefined =>
  elsewhere.find(([known]) => known.test(command))?.[1]
