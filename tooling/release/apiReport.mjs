// The public API of each package, as its built declarations say: packages/<name>/api-report.md. A
// change of it shows in review.
//   node tooling/release/apiReport.mjs          writes the reports
//   node tooling/release/apiReport.mjs --check  fails where a report is not what is built, or where
//                                               the API breaks without the changeset for it
// Both refuse a package that is not built, or was built from other sources.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { compareReports } from './apiChanges.mjs'
import { git } from './command.mjs'
import { publishablePackages, root } from './packages.mjs'
import { bumpOf, plannedBumps } from './changesets.mjs'
import { lastRelease } from './lastRelease.mjs'
import { distFault } from './stamp.mjs'

export const REPORT = 'api-report.md'

const printer = ts.createPrinter({ removeComments: true })

/** The entries of a package with the files of their declarations. */
const declarationsOf = ({ folder, manifest }) =>
  Object.entries(manifest.publishConfig.exports)
    .filter(([, target]) => target?.import?.types !== undefined)
    .map(([key, target]) => ({ key, file: path.join(folder, target.import.types) }))

/**
 * The declarations of built packages. In one program what they share is read once.
 *
 * @param {readonly { folder: string, manifest: object }[]} packages
 */
export const readDeclarations = (packages) =>
  ts.createProgram(
    packages.flatMap(declarationsOf).map(({ file }) => file),
    {
      noResolve: false,
      skipLibCheck: true,
      noLib: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    },
  )

/**
 * The report of a built package: every entry with what it exports, and below them what those
 * declarations name without exporting it.
 *
 * @param {{ folder: string, manifest: object }} entry
 * @param {ts.Program} [program] has the declarations of the package
 * @returns {string} Markdown
 * @throws an error that names a declaration file which is missing or exports nothing
 */
export function apiReport(entry, program = readDeclarations([entry])) {
  const { folder, manifest } = entry
  const checker = program.getTypeChecker()
  const exported = new Set()
  const parts = declarationsOf(entry).map(({ key, file }) => {
    const lines = exportsOf(file, program).map((symbol) => {
      const target = resolved(checker, symbol)
      exported.add(target)
      return declarationText(symbol.name, target)
    })
    return section(path.posix.join(manifest.name, key), lines)
  })
  const others = namedOnly({ checker, exported, folder })
  if (others.length > 0) parts.push(section('Named by these declarations, not exported', others))
  const head = 'Written by `node tooling/release/apiReport.mjs` from the built declarations.'
  return `# API of ${manifest.name}\n\n${head}\n${parts.join('')}`
}

function exportsOf(file, program) {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  // Without this the compiler fails with a TypeError that names no file.
  if (!symbol)
    throw new Error(`${path.relative(root, file)} ${source ? 'exports nothing' : 'is missing'}`)
  return checker.getExportsOfModule(symbol).sort((a, b) => (a.name < b.name ? -1 : 1))
}

const section = (title, lines) => `\n## ${title}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`

function resolved(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** A symbol's declarations without comments; under another name, that name stands first. */
function declarationText(name, symbol) {
  const texts = (symbol.declarations ?? []).map(textOf)
  const renamed = name === symbol.name ? '' : `// exported as ${name}\n`
  return renamed + (texts.length > 0 ? texts.join('\n') : `// ${name} of another package`)
}

function textOf(declaration) {
  // A variable's statement says `const`; a namespace export has no statement of its own.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export )?(default )?(declare )?/, '')
    .replace(/\s+$/gm, '')
}

/** Types of the package that exported declarations name, and so on, by name. */
function namedOnly({ checker, exported, folder }) {
  const found = new Map()
  const queue = [...exported]
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const named = checker.getSymbolAtLocation(node)
      const symbol = named && resolved(checker, named)
      if (symbol && !exported.has(symbol) && !found.has(symbol) && isOwnTop(symbol, folder)) {
        found.set(symbol, declarationText(symbol.name, symbol))
        queue.push(symbol)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (let symbol = queue.shift(); symbol; symbol = queue.shift())
    for (const declaration of symbol.declarations ?? []) {
      const file = declaration.getSourceFile().fileName
      if (file.startsWith(path.join(folder, 'dist'))) visit(declaration)
    }
  return [...found.values()].sort((a, b) => (a < b ? -1 : 1))
}

/** Whether a symbol is declared at the top of one of the package's own declaration files. */
function isOwnTop(symbol, folder) {
  const [declaration] = symbol.declarations ?? []
  if (!declaration?.getSourceFile().fileName.startsWith(path.join(folder, 'dist'))) return false
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return ts.isSourceFile(node.parent) && !ts.isImportDeclaration(node)
}

/**
 * The report at the last release of a package and its version, or undefined if there is none.
 *
 * @param {{ top: string, entry: { folder: string, manifest: object } }} options the repository
 */
export async function releasedReport({ top, entry }) {
  const released = await lastRelease({ top, entry })
  if (!released) return undefined
  const file = path.relative(top, path.join(entry.folder, REPORT))
  const had = await git(top, 'ls-tree', '--name-only', released.ref, '--', file)
  if (had === '') return undefined
  return { ...released, report: await git(top, 'show', `${released.ref}:${file}`) }
}

/** Why a package has no report: a build that has not ended leaves declarations without names. */
export function unbuilt(entry) {
  const fault = distFault(entry)
  const { name } = entry.manifest
  return fault ? [`${name} ${fault}. Build it first: npx turbo run build --filter=${name}`] : []
}

/**
 * Changes of the API since the last release for which the next version is too small.
 *
 * @param {{ top: string, entry: { folder: string, manifest: object },
 *   planned: Record<string, string>, report: string }} options `planned` by the changesets
 */
export async function apiFaults({ top, entry, planned, report }) {
  const released = await releasedReport({ top, entry })
  if (!released) return []
  return compareReports({
    name: entry.manifest.name,
    version: released.version,
    before: released.report,
    after: report,
    bump: bumpOf({ entry, released, planned }),
  })
}

async function main(isCheck) {
  const planned = plannedBumps(root)
  const packages = publishablePackages()
  const faults = packages.flatMap(unbuilt)
  const program = faults.length === 0 ? readDeclarations(packages) : undefined
  for (const entry of program ? packages : []) {
    const file = path.join(entry.folder, REPORT)
    const report = apiReport(entry, program)
    if (!isCheck) writeFileSync(file, report)
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== report)
      faults.push(
        `${path.relative(root, file)} is not what is built: run node tooling/release/apiReport.mjs`,
      )
    faults.push(...(await apiFaults({ top: root, entry, planned, report })))
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await main(process.argv.includes('--check'))
