import { build, type Metafile } from 'esbuild'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

const KB = 1024

let outputs: Metafile['outputs']
let contents: ReadonlyMap<string, Uint8Array>

/**
 * What a page's bundler makes of the browser entry: the entry, and chunks for what is imported
 * later.
 */
beforeAll(async () => {
  const root = path.resolve(import.meta.dirname, '..')
  const built = await build({
    stdin: {
      contents: "export { createSanitizer } from './src/exports/index.ts'",
      resolveDir: root,
      loader: 'ts',
    },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  outputs = built.metafile.outputs
  contents = new Map(
    built.outputFiles.map((file) => [path.relative(root, file.path), file.contents]),
  )
})

/** Files that load before anything is asked for, or with `from`. */
function closure(from: string): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of outputs[name]?.imports ?? [])
      if (imported.kind === 'import-statement') visit(imported.path)
  }
  visit(from)
  return [...seen]
}
const entry = () =>
  Object.keys(outputs).find((name) => outputs[name]?.entryPoint === '<stdin>') ?? ''
const chunkOf = (source: string) =>
  Object.keys(outputs).find((name) => outputs[name]?.entryPoint?.endsWith(source)) ?? ''
const sourcesOf = (files: readonly string[]) =>
  files.flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}))
const bytesOf = (files: readonly string[]) =>
  files.reduce(
    (sum, name) => sum + brotliCompressSync(contents.get(name) ?? new Uint8Array()).length,
    0,
  )

describe('what a page loads', () => {
  it('loads at most 4 KB (brotli) before the first HTML (S3)', () => {
    const before = bytesOf(closure(entry()))
    expect(before).toBeGreaterThan(1 * KB)
    expect(before).toBeLessThanOrEqual(4 * KB)
  })

  it('has engine A only behind a dynamic import (S3)', () => {
    const isLibrary = (source: string) =>
      source.includes('sanitize-html') || source.endsWith('sanitizeHtmlEngine.ts')
    expect(sourcesOf(closure(entry())).filter(isLibrary)).toEqual([])
    expect(sourcesOf(closure(chunkOf('nativeEngine.ts'))).filter(isLibrary)).toEqual([])
    expect(sourcesOf(closure(chunkOf('sanitizeHtmlEngine.ts'))).some(isLibrary)).toBe(true)
  })
})
