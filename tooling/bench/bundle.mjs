// The bytes of an import: bundled, minified, brotli.
import { brotliCompressSync } from 'node:zlib'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Builds `code` as a page would get it: the entry and its lazy chunks.
 * @param {{ code: string, folder: string, external?: string[], minify?: boolean, alias?:
 * Record<string, string>, isPublished?: boolean }} options `folder` is where imports are resolved,
 * `isPublished` takes packages as they are published, not their sources
 */
export async function bundle(options) {
  const { code, folder, external = [], minify = true, alias = {}, isPublished = false } = options
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: path.resolve(root, folder), loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    minify,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: isPublished ? ['import'] : ['x-source', 'import'],
    loader: { '.css': 'empty' },
    outdir: 'out',
    entryNames: 'entry',
    write: false,
    metafile: true,
    external,
    alias,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'silent',
  })
  const files = outputFiles.map((file) => ({
    name: path.relative(path.join(root, 'out'), file.path),
    text: file.text,
    bytes: brotliCompressSync(file.contents).length,
  }))
  const entry =
    Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === '<stdin>')?.[0] ??
    ''
  return { files, outputs: metafile.outputs, first: staticClosure(metafile.outputs, entry) }
}

/** Bytes of the first load; chunks that load later are not counted. */
export async function firstLoad(options) {
  const { files, first } = await bundle(options)
  return files
    .filter(({ name }) => first.has(`out/${name}`))
    .reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Bytes of the largest chunk that loads later, such as the texts of one language. */
export async function largestLater(options) {
  const { files, first } = await bundle(options)
  const later = files.filter(({ name }) => !first.has(`out/${name}`))
  if (later.length === 0) throw new Error(`Nothing of ${options.code} loads later`)
  return Math.max(...later.map(({ bytes }) => bytes))
}

function staticClosure(outputs, entry) {
  const seen = new Set()
  const queue = [entry]
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    for (const imported of outputs[name]?.imports ?? [])
      if (imported.kind === 'import-statement' && !imported.external) queue.push(imported.path)
  }
  return seen
}
