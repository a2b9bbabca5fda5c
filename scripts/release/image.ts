import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { pack } from './archive.ts'
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))

/** The image of this version. */
export const imageName = `localhost/aerie:${packageJson.version}`

/** Runs buildah with images of its own, which are kept in `.cache`. It needs neither a container engine nor a registry. */
export async function buildah(...args: string[]): Promise<string> {
  const images = join(root, '.cache/images')
  const own = ['--storage-driver', 'vfs', '--root', join(images, 'root'), '--runroot', join(images, 'run')]
  return (await asRoot('buildah', ...own, ...args)).trim()
}

/** Runs a program as root, which owns the files of an image. */
export async function asRoot(...command: string[]): Promise<string> {
  const [program = '', ...args] =
    process.getuid?.() === 0 ? command : ['sudo', '--non-interactive', ...command]
  return run(program, args, root)
}

/** Builds the image from an unpacked tarball. @param at the time of its files */
export async function buildImage(installation: string, at: Date): Promise<void> {
  await createBase(await baseOf(join(installation, 'deploy/Containerfile')))
  // The OCI format has no health checks.
  const format = ['--format', 'docker', '--layers=false', `--timestamp=${at.getTime() / 1000}`]
  const how = ['--isolation', 'chroot', '--pull=never', '--quiet']
  const file = join(installation, 'deploy/Containerfile')
  await buildah('build', ...format, ...how, '--file', file, '--tag', imageName, installation)
}

/** Writes the image as an OCI archive, which `podman load` and `docker load` read. @param at the time of its files */
export async function saveImage(file: string, at: Date): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-image-'))
  try {
    await buildah('push', '--quiet', imageName, `oci:${folder}:${imageName}`)
    await pack(folder, ['blobs', 'index.json', 'oci-layout'], file, at)
  } finally {
    await asRoot('rm', '-r', folder)
  }
}

const baseOf = async (containerfile: string): Promise<string> =>
  /^FROM (\S+)$/m.exec(await readFile(containerfile, 'utf8'))?.[1] ?? ''

/** Makes the base image from Debian's packages, unless there is one from before. @param name such as `…/debian:bookworm-slim` */
async function createBase(name: string): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${name}`)) !== '') return
  const [, release = ''] = /\/debian:(\w+)-slim$/.exec(name) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'aerie-debian-'))
  try {
    const system = join(folder, 'system')
    await asRoot('debootstrap', '--variant=minbase', release, system)
    // As in the published image.
    const unneeded = [
      'var/cache/apt',
      'var/lib/apt/lists',
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
    ]
    await asRoot('rm', '-r', ...unneeded.map((path) => join(system, path)))
    const container = await buildah('from', 'scratch')
    await buildah('add', '--quiet', container, system, '/')
    await buildah('commit', '--quiet', '--rm', container, name)
  } finally {
    await asRoot('rm', '-r', folder)
  }
}
