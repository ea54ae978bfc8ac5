// The bundler preset: run in a package's folder, it writes `dist` in ESM and CommonJS with types
// for both. The one file to change when the bundler does.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { writeStamp } from '../release/stamp.mjs'
import { emitCommonJs } from './commonJs.mjs'
import { emitTypes } from './types.mjs'
import { emitStyles } from './styles.mjs'

const folder = process.cwd()
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** dist name -> source file, from the manifest's own `exports`. */
const entries = Object.fromEntries(
  Object.values(manifest.exports)
    .filter((target) => typeof target === 'object' && 'import' in target)
    .map((target) => [path.basename(target.import.default, '.js'), target['x-source']]),
)
const bins = Object.fromEntries(
  Object.values(manifest.bin ?? {}).map((file) => [
    path.basename(file, '.js'),
    `./src/${path.basename(file, '.js')}.ts`,
  ]),
)

rmSync(path.join(folder, 'dist'), { recursive: true, force: true })

const shared = {
  absWorkingDir: folder,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  sourcemap: true,
  // Everything from the registry, and Node's own modules, stays an import.
  packages: 'external',
  chunkNames: '[name]-[hash]',
  loader: { '.css': 'local-css' },
  logLevel: 'warning',
}
await build({ ...shared, entryPoints: entries, splitting: true })
await emitCommonJs({ folder, target: shared.target })
if (Object.keys(bins).length > 0) await build({ ...shared, entryPoints: bins })

emitTypes({ folder, entries })
await emitStyles({ folder, manifest })
writeStamp(folder)
