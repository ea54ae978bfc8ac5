// The public API of each package, as its built declarations say: packages/<name>/api-report.md. A
// change of it shows in review.
//   node tooling/release/apiReport.mjs          writes the reports
//   node tooling/release/apiReport.mjs --check  fails where a report is not what is built, or where
//                                               the API breaks without the changeset for it
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { compareReports } from './apiChanges.mjs'
import { git } from './command.mjs'
import { publishablePackages, root, tagOf } from './packages.mjs'
import { plannedBumps } from './changesets.mjs'

export const REPORT = 'api-report.md'

const printer = ts.createPrinter({ removeComments: true })

/**
 * The report of a built package: every entry with what it exports, and below them what those
 * declarations name without exporting it.
 *
 * @param {{ folder: string, manifest: object }} entry
 * @returns {string} Markdown
 */
export function apiReport({ folder, manifest }) {
  const entries = Object.entries(manifest.publishConfig.exports)
    .map(([key, target]) => [key, target?.import?.types])
    .filter(([, types]) => types !== undefined)
  const files = entries.map(([, types]) => path.join(folder, types))
  const program = ts.createProgram(files, {
    noResolve: false,
    skipLibCheck: true,
    noLib: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  })
  const checker = program.getTypeChecker()
  const exported = new Set()
  const parts = entries.map(([key], index) => {
    const source = program.getSourceFile(files[index])
    const symbols = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const lines = symbols.map((symbol) => {
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
 * The report at the last release of a package, or undefined if there is none.
 *
 * @param {{ top: string, entry: { folder: string, manifest: object } }} options the repository
 */
export async function releasedReport({ top, entry }) {
  const tag = tagOf(entry)
  if ((await git(top, 'tag', '--list', tag)) === '') return undefined
  const file = path.relative(top, path.join(entry.folder, REPORT))
  const had = await git(top, 'ls-tree', '--name-only', tag, '--', file)
  return had === '' ? undefined : git(top, 'show', `${tag}:${file}`)
}

async function main(isCheck) {
  const bumps = plannedBumps(root)
  const faults = []
  for (const entry of publishablePackages()) {
    const file = path.join(entry.folder, REPORT)
    const report = apiReport(entry)
    if (!isCheck) writeFileSync(file, report)
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== report)
      faults.push(
        `${path.relative(root, file)} is not what is built: run node tooling/release/apiReport.mjs`,
      )
    const before = await releasedReport({ top: root, entry })
    const { name, version } = entry.manifest
    if (before !== undefined)
      faults.push(...compareReports({ name, version, before, after: report, bump: bumps[name] }))
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await main(process.argv.includes('--check'))
