// The packed packages in a registry on this machine, from which apps install them as they will
// from npm: by name and range.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { output } from './command.mjs'
import { readPublishing } from './publishing.mjs'
import { startRegistry } from './registry.mjs'

/**
 * Starts a registry and uploads tarballs as their newest versions.
 *
 * @param {readonly { manifest: object, file: string }[]} tarballs
 * @returns {Promise<{ npmrc: string, stop: () => Promise<void> }>} the setting with which an app
 *   takes our packages from there, and everything else from its own registry
 */
export async function servePackages(tarballs) {
  const registry = await startRegistry()
  try {
    await Promise.all(tarballs.map(({ file }) => upload({ registry, file })))
  } catch (error) {
    await registry.stop()
    throw error
  }
  const npmrc = `${readPublishing().scope}:registry=${registry.url}\n`
  return { npmrc, stop: registry.stop }
}

/** What `npm publish` of a tarball sends; sixteen starts of npm would take longer than all else. */
async function upload({ registry, file }) {
  const manifest = JSON.parse(
    await output('tar', ['-xzOf', file, 'package/package.json'], { cwd: path.dirname(file) }),
  )
  const { name, version } = manifest
  const data = readFileSync(file)
  const hash = (kind, form) => createHash(kind).update(data).digest(form)
  const tarball = `${name}-${version}.tgz`
  const dist = {
    integrity: `sha512-${hash('sha512', 'base64')}`,
    shasum: hash('sha1', 'hex'),
    tarball: `${registry.url}${name}/-/${tarball}`,
  }
  const answer = await fetch(`${registry.url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${registry.token}` },
    body: JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
      _attachments: {
        [tarball]: {
          content_type: 'application/octet-stream',
          data: data.toString('base64'),
          length: data.length,
        },
      },
    }),
  })
  if (!answer.ok)
    throw new Error(`The registry refused ${name}: ${answer.status} ${await answer.text()}`)
}
