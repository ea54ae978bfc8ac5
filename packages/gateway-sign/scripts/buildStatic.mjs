// Writes dist/static: the fallback script as one classic file for a site's static path, and its
// hash for the page.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')

/**
 * The script's bytes and its subresource integrity. The bundler is pinned, so the same sources give
 * the same hash.
 */
export async function buildStaticScript() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/fallback/staticScript.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    platform: 'browser',
    conditions: ['x-source'],
    // crypto-js asks Node for randomness that it is never used for here.
    external: ['crypto'],
    legalComments: 'inline',
    write: false,
  })
  const [{ contents }] = outputFiles
  return { contents, integrity: `sha384-${createHash('sha384').update(contents).digest('base64')}` }
}

if (process.argv[1] === import.meta.filename) {
  const { contents, integrity } = await buildStaticScript()
  mkdirSync(path.join(root, 'dist/static'), { recursive: true })
  writeFileSync(path.join(root, 'dist/static/crypto.js'), contents)
  writeFileSync(
    path.join(root, 'dist/static/integrity.json'),
    `${JSON.stringify({ 'crypto.js': integrity })}\n`,
  )
  console.log(`dist/static/crypto.js: ${contents.length} bytes, ${integrity}`)
}
