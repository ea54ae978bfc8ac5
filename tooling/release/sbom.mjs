// Writes .release/sbom.cdx.json: the bill of materials (CycloneDX) of the packed packages with all
// that npm installs beside them. `pnpm release` packs them and writes it before the first upload.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { output } from './command.mjs'
import { publishablePackages, root } from './packages.mjs'
import { RELEASE_FOLDER } from './release.mjs'

/**
 * Installs tarballs together and lists what is then there.
 *
 * @param {{ dependencies: Record<string, string> }} options package name -> `file:` of its tarball
 * @returns {Promise<object>} the CycloneDX document
 */
export async function billOfMaterials({ dependencies }) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'x-sbom-'))
  try {
    const manifest = { name: 'x-packages', version: '0.0.0', private: true, dependencies }
    writeFileSync(path.join(home, 'package.json'), JSON.stringify(manifest))
    await output('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], {
      cwd: home,
    })
    const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
    return JSON.parse(await output('npm', sbom, { cwd: home }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Lists what the tarballs of the release folder install. @param {string} [top] the repository */
export async function writeBillOfMaterials(top = root) {
  const folder = path.join(top, RELEASE_FOLDER)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const dependencies = Object.fromEntries(
    publishablePackages(top).map(({ manifest: { name, version } }) => {
      const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
      if (!files.includes(file)) throw new Plain(`${file} is not in ${RELEASE_FOLDER}: pack first`)
      return [name, `file:${path.join(folder, file)}`]
    }),
  )
  const bill = await billOfMaterials({ dependencies })
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${RELEASE_FOLDER}/sbom.cdx.json lists ${bill.components.length} packages`)
}

if (process.argv[1] === import.meta.filename)
  await writeBillOfMaterials().catch((error) => {
    console.error(error instanceof Plain ? error.message : error)
    process.exitCode = 1
  })
