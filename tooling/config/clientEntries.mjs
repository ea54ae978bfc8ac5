// React Server Components: an entry that uses state, effects, context or the DOM begins with
// `'use client'`. Which entries those are follows from their code; `clientEntries.json` lists
// them, so that a change of sides shows in review.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { bundle, entryPoints } from './bundle.mjs'

export const DIRECTIVE = `'use client';\n`

/** What React exports to server components; everything else of it makes a file a client file. */
const SERVER_REACT = new Set(
  (
    'Children Fragment Profiler StrictMode Suspense cache cloneElement createElement createRef ' +
    'forwardRef isValidElement lazy memo use useCallback useDebugValue useId useMemo version'
  ).split(' '),
)

/** Libraries whose components keep state or context, and the `/react` entries of our packages. */
const CLIENT_LIBRARIES = /^(react-dom|react-aria|react-stately|lucide-react|@x\/[^/]+\/react$)/

/**
 * The names of those files that need `'use client'`: they, or a file they import at once, use what
 * React keeps from server components. Files that load later do not count.
 *
 * @param {Readonly<Record<string, string>>} files text by name, imports spelled `./name`
 * @returns {ReadonlySet<string>}
 */
export function clientFiles(files) {
  const imports = new Map(Object.entries(files).map(([name, text]) => [name, importsOf(text)]))
  const usesClient = ({ from, names }) =>
    from === 'react' ? names.some((each) => !SERVER_REACT.has(each)) : CLIENT_LIBRARIES.test(from)
  const isClient = (name) => {
    const seen = new Set([name])
    for (const file of seen)
      for (const one of imports.get(file) ?? []) {
        if (usesClient(one)) return true
        if (one.from.startsWith('./')) seen.add(one.from.slice(2))
      }
    return false
  }
  return new Set(Object.keys(files).filter(isClient))
}

/** Static imports and re-exports; a default or namespace import counts as the name `*`. */
function importsOf(text) {
  const { statements } = ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest)
  return statements.flatMap((statement) => {
    const from = statement.moduleSpecifier?.text
    if (from === undefined) return []
    const clause = statement.importClause
    const bindings = clause?.namedBindings ?? statement.exportClause
    const named = bindings?.elements?.map(({ name, propertyName }) => (propertyName ?? name).text)
    const isWhole = clause?.name !== undefined || (!named && clause !== undefined)
    return [{ from, names: [...(named ?? []), ...(isWhole ? ['*'] : [])] }]
  })
}

/**
 * Writes the directive into the built entries that need it, ESM and CommonJS, and shifts their
 * maps by its line.
 *
 * @param {{ folder: string, entries: readonly string[] }} options the package's folder, and the
 *   names of its entries in `dist`
 */
export function markClientEntries({ folder, entries }) {
  const dist = path.join(folder, 'dist')
  const clients = clientFiles(builtFiles(dist, entries))
  for (const entry of entries.filter((name) => clients.has(`${name}.js`)))
    for (const file of [`${entry}.js`, `${entry}.cjs`].map((name) => path.join(dist, name))) {
      writeFileSync(file, DIRECTIVE + readFileSync(file, 'utf8'))
      const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
      writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
    }
}

/** The entries of a `dist` and the chunks that they import. */
function builtFiles(dist, entries) {
  const files = {}
  const queue = entries.map((name) => `${name}.js`)
  for (let name = queue.pop(); name; name = queue.pop()) {
    const file = path.join(dist, name)
    if (name in files || !existsSync(file)) continue
    files[name] = readFileSync(file, 'utf8')
    for (const { from } of importsOf(files[name]))
      if (from.startsWith('./')) queue.push(from.slice(2))
  }
  return files
}

/**
 * The client entries of a package's sources, by their names in `dist`; bundles in memory.
 *
 * @param {{ folder: string, manifest: object }} options the package
 */
export async function clientEntries({ folder, manifest }) {
  const entries = entryPoints(manifest)
  const { outputFiles } = await build({ ...bundle(folder), entryPoints: entries, write: false })
  const files = Object.fromEntries(
    outputFiles
      .filter(({ path: file }) => file.endsWith('.js'))
      .map(({ path: file, text }) => [path.relative(path.join(folder, 'dist'), file), text]),
  )
  const clients = clientFiles(files)
  return Object.keys(entries)
    .filter((name) => clients.has(`${name}.js`))
    .sort()
}
