// Checks the apps of `examples/` from a registry of freshly packed tarballs, all or those that are
// named, and visits the pages of those that have some.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { exampleApps, testExampleApp } from './exampleApps.mjs'
import { visitExample } from './examplePages.mjs'
import { publishablePackages } from './packages.mjs'
import { servePackages } from './servePackages.mjs'
import { packOne } from './tarball.mjs'

const known = exampleApps()
const named = process.argv.slice(2)
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Apps: ${known.join(', ')}.`)
  process.exit(1)
}

const work = mkdtempSync(path.join(os.tmpdir(), 'x-examples-'))
let served
try {
  const tarballs = []
  for (const entry of publishablePackages()) {
    const { file } = await packOne({ entry, into: work })
    tarballs.push({ manifest: entry.manifest, file })
  }
  served = await servePackages(tarballs)
  for (const name of named.length > 0 ? named : known) {
    const from = performance.now()
    const found = await testExampleApp({ name, npmrc: served.npmrc, work })
      .then((folder) => visitExample({ name, folder }))
      .then(
        () => 'ok',
        (error) => ((process.exitCode = 1), String(error)),
      )
    console.log(`${name} (${((performance.now() - from) / 1000).toFixed(0)} s): ${found}`)
  }
} finally {
  await served?.stop()
  rmSync(work, { recursive: true, force: true })
}
