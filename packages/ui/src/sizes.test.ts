import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')
const entries = readdirSync(path.join(folder, 'src/exports')).map((file) =>
  file.slice(0, -'.ts'.length),
)

/**
 * The overlay engine in `src/base/`. Date arithmetic is not part of it: typed dates are validated
 * before anything opens.
 */
const ENGINE = new RegExp(
  'node_modules/(?:\\.pnpm/)?' +
    '(?:react-aria|react-stately|@react-|@internationalized[+/](?!date@|date/))',
)

const sources = readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file),
)
const iconNames = new Set(
  sources
    .flatMap((file) => [
      ...readFileSync(path.join(folder, 'src', file), 'utf8').matchAll(
        /import \{([^}]*)\} from 'lucide-react'/g,
      ),
    ])
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
)
const isWanted = (line: string) =>
  /^export \{.*'\.\/(?!icons\/)[^/]*'/.test(line) ||
  [...line.matchAll(/default as (\w+)/g)].some(([, name = '']) => iconNames.has(name))

/** The list of all icons without unused ones: each build would read two thousand files. */
const usedIcons: Plugin = {
  name: 'used-icons',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/ },
      ({ path: file }) => ({
        contents: readFileSync(file, 'utf8').split('\n').filter(isWanted).join('\n'),
      }),
    ),
}

const compressed = new Map<string, number>()
/** Entries share most of their chunks; a chunk counts in several sums. */
function brotliSize({ hash, contents }: OutputFile): number {
  const size = compressed.get(hash) ?? brotliCompressSync(contents).length
  compressed.set(hash, size)
  return size
}

interface Weight {
  /** Bytes after brotli, without React and styles. */
  readonly first: number
  readonly late: number
  /** Engine modules in the first load, and in later chunks. */
  readonly firstEngines: readonly string[]
  readonly lateEngines: readonly string[]
}

/** Size of one entry in an application. */
async function weigh(
  entry: string,
  { plugins = [usedIcons] }: { readonly plugins?: Plugin[] } = {},
): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(folder, `src/exports/${entry}.ts`)],
    absWorkingDir: folder,
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['x-source'],
    jsx: 'automatic',
    loader: { '.css': 'local-css' },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react', 'react/jsx-runtime', 'react-dom'],
    plugins,
  })
  const files = new Map(outputFiles.map((file) => [path.relative(folder, file.path), file]))
  const start =
    Object.keys(metafile.outputs).find(
      (name) => metafile.outputs[name]?.entryPoint === `src/exports/${entry}.ts`,
    ) ?? ''
  const size = (names: ReadonlySet<string>) =>
    [...names]
      .flatMap((name) => (name.endsWith('.js') ? (files.get(name) ?? []) : []))
      .reduce((sum, file) => sum + brotliSize(file), 0)
  const first = reach(metafile, [start])
  const opened = [...first].flatMap((name) => importsOf(metafile, { name, kind: 'dynamic-import' }))
  const all = reach(metafile, [start, ...opened])
  const engines = (names: ReadonlySet<string>) =>
    [...names]
      .flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}))
      .filter((input) => ENGINE.test(input))
  // A page loads one language: the largest counts.
  const late =
    entry === 'strings'
      ? Math.max(...opened.map((name) => size(new Set([name]))))
      : size(all) - size(first)
  return {
    first: size(first),
    late,
    firstEngines: engines(first),
    lateEngines: engines(new Set([...all].filter((name) => !first.has(name)))),
  }
}

const importsOf = (
  { outputs }: Metafile,
  { name, kind }: { readonly name: string; readonly kind: string },
) => (outputs[name]?.imports ?? []).filter((one) => one.kind === kind).map((one) => one.path)

/** Returns the chunks that some chunks import statically. */
function reach(metafile: Metafile, names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names)
  for (const name of found)
    for (const next of importsOf(metafile, { name, kind: 'import-statement' })) found.add(next)
  return found
}

/** `menu` 2.6 + 44.0: first load, and what is loaded when it opens. */
const stated = new Map(
  [
    ...((readFileSync(path.join(folder, 'README.md'), 'utf8').split('## Sizes')[1] ?? '')
      .split('\n## ')[0]
      ?.matchAll(/`([\w-]+)` ([\d.]+)(?: \+ ([\d.]+))?/g) ?? []),
  ].map(([, name = '', first, late = '0']) => [name, { first: Number(first), late: Number(late) }]),
)

/** Ten per cent, and the rounding of the smallest. */
const near = (kilobytes: number, bytes: number) =>
  Math.abs(kilobytes - bytes / 1024) <= Math.max(0.15, kilobytes / 10)

describe('sizes', () => {
  it('are in the README for each entry', () => {
    expect([...stated.keys()].sort()).toEqual(entries.sort())
  })

  it.each(entries)('match the README for @x/ui/%s, without the overlay engine', async (entry) => {
    const { first, late, firstEngines } = await weigh(entry)
    const figures = stated.get(entry)
    expect(firstEngines).toEqual([])
    expect(near(figures?.first ?? 0, first), `first load: ${(first / 1024).toFixed(1)} KB`).toBe(
      true,
    )
    expect(near(figures?.late ?? 0, late), `opened: ${(late / 1024).toFixed(1)} KB`).toBe(true)
  })

  it('include no unused icons', async () => {
    const [all, used] = [await weigh('empty-state', { plugins: [] }), await weigh('empty-state')]
    // An icon has some hundred bytes; names of a bundle differ by some ten.
    expect(Math.abs(all.first - used.first)).toBeLessThan(60)
  })

  it('load the menu in a chunk of the expected name', async () => {
    const { lateEngines } = await weigh('menu')
    expect(lateEngines.filter((input) => input.includes('react-aria')).length).toBeGreaterThan(0)
  })
})
