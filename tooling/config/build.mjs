// The bundler preset: run in a package's folder, it writes `dist` in ESM and CommonJS with types
// for both. The one file to change when the bundler does.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'tsup'
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
  outDir: 'dist',
  target: 'es2023',
  platform: 'neutral',
  splitting: true,
  sourcemap: true,
  dts: false,
  clean: false,
  silent: true,
  // Server entries may import Node's own modules; everything from the registry stays a
  // dependency.
  external: [/^node:/],
  loader: { '.css': 'local-css' },
}
await build({
  ...shared,
  entry: entries,
  format: ['esm', 'cjs'],
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
})
if (Object.keys(bins).length > 0)
  await build({ ...shared, entry: bins, format: ['esm'], splitting: false })

emitTypes({ folder, entries })
await emitStyles({ folder, manifest })
