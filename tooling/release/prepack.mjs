// `prepack` of every package: refuses to pack what is not built, or was built from other sources.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { distFault } from './stamp.mjs'

const folder = process.cwd()
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
const fault = distFault({ folder, manifest })

if (fault) {
  console.error(
    `${manifest.name} ${fault}. Build it first: npx turbo run build --filter=${manifest.name}`,
  )
  process.exitCode = 1
}
