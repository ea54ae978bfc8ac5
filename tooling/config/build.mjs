// The bundler preset: run in a package's folder, it writes `dist` in ESM and CommonJS with types
// for both. The one file to change when the bundler does.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { writeStamp } from '../release/stamp.mjs'
import { bundle, entryPoints, TARGET } from './bundle.mjs'
import { markClientEntries } from './clientEntries.mjs'
import { emitCommonJs } from './commonJs.mjs'
import { emitTypes } from './types.mjs'
import { emitStyles } from './styles.mjs'

const folder = process.cwd()
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

const entries = entryPoints(manifest)
const bins = Object.fromEntries(
  Object.values(manifest.bin ?? {}).map((file) => [
    path.basename(file, '.js'),
    `./src/${path.basename(file, '.js')}.ts`,
  ]),
)

rmSync(path.join(folder, 'dist'), { recursive: true, force: true })

const { metafile } = await build({ ...bundle(folder), entryPoints: entries, metafile: true })
await emitCommonJs({ folder, target: TARGET })
markClientEntries({ folder, entries: Object.keys(entries) })
if (Object.keys(bins).length > 0)
  await build({ ...bundle(folder), splitting: false, entryPoints: bins })

emitTypes({ folder, entries })
emitStyles({ folder, manifest, metafile })
writeStamp(folder)
