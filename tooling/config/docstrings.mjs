// Finds exports of package entries without a docstring (style 1.3):
//   npm run check -- docstrings           counts per package, against docstrings-open.json
//   npm run check -- docstrings --gate    fails where a package has more than it may have
//   npm run check -- docstrings --list <package>   prints file:line of each
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './sourceFiles.mjs'

/**
 * @typedef {{ name: string, file: string, line: number, isDocumented: boolean }} ExportedName
 * `file` and `line`: of the declaration.
 */

/** Reads files once; `readText` answers undefined for a file that is not there. */
export function createReader(readText = readIfThere) {
  const parsed = new Map()
  return (file) => {
    if (!parsed.has(file)) {
      const text = readText(file)
      parsed.set(
        file,
        text === undefined
          ? undefined
          : ts.createSourceFile(
              file,
              text,
              ts.ScriptTarget.Latest,
              true,
              file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
            ),
      )
    }
    return parsed.get(file)
  }
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Of a name that another package declares. */
const EXTERNAL = Symbol('external')

/**
 * The names that an entry exports and its package declares. What comes from another package is
 * left out.
 * @returns {ExportedName[]}
 * @throws Error for a name without a declaration
 */
export function exportsOf(entry, read = createReader()) {
  return [...exportedNames(entry, read)].flatMap((name) => {
    const declaration = declarationOf(name, entry, read)
    if (!declaration) throw new Error(`${entry} exports ${name}, which is declared nowhere`)
    return declaration === EXTERNAL ? [] : [declaration]
  })
}

const hasModifier = (node, kind) => node.modifiers?.some((modifier) => modifier.kind === kind)
const targetOf = (file, { moduleSpecifier }) =>
  moduleSpecifier?.text.startsWith('.')
    ? path.join(path.dirname(file), moduleSpecifier.text)
    : undefined

/** The names that an entry exports, those of other packages included. */
export function* exportedNames(file, read) {
  for (const statement of read(file)?.statements ?? []) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement
      if (exportClause && ts.isNamedExports(exportClause))
        for (const { name } of exportClause.elements) yield name.text
      else if (exportClause) yield exportClause.name.text
      else if (targetOf(file, statement)) yield* exportedNames(targetOf(file, statement), read)
    } else if (hasModifier(statement, ts.SyntaxKind.ExportKeyword))
      yield* declaredNames(statement).map((name) => name.text)
  }
}

function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name] : name.elements.map((element) => element.name),
    )
  return statement.name && ts.isIdentifier(statement.name) ? [statement.name] : []
}

/** Follows re-exports and imports to the declaration. */
function declarationOf(name, file, read) {
  const source = read(file)
  if (!source) return undefined
  const declared = source.statements.filter((statement) =>
    declaredNames(statement).some(({ text }) => text === name),
  )
  if (declared.length > 0) {
    const { line } = source.getLineAndCharacterOfPosition(declared[0].getStart(source))
    const isDocumented = declared.some(({ jsDoc }) =>
      jsDoc?.some(({ comment, tags }) => comment || tags),
    )
    return { name, file, line: line + 1, isDocumented }
  }
  for (const statement of source.statements) {
    const target = targetOf(file, statement)
    const elements =
      statement.exportClause?.elements ?? statement.importClause?.namedBindings?.elements
    const element = elements?.find((one) => one.name.text === name)
    if (element) {
      const original = (element.propertyName ?? element.name).text
      if (target) return declarationOf(original, target, read)
      if (!statement.moduleSpecifier && original !== name)
        return declarationOf(original, file, read)
      if (statement.moduleSpecifier) return EXTERNAL
      continue
    }
    if (ts.isExportDeclaration(statement) && !statement.exportClause && target) {
      const found = declarationOf(name, target, read)
      if (found) return found
    }
  }
  return undefined
}

/** @returns {Record<string, ExportedName[]>} By package, each declaration once. */
export function readPackages(folder = root) {
  const read = createReader()
  return Object.fromEntries(
    readdirSync(path.join(folder, 'packages')).flatMap((name) => {
      const entries = path.join(folder, 'packages', name, 'src/exports')
      if (!existsSync(entries)) return []
      const found = readdirSync(entries)
        .filter((file) => /\.tsx?$/.test(file) && !/\.test(?:-d)?\.tsx?$/.test(file))
        .flatMap((file) => exportsOf(path.join(entries, file), read))
      return [[name, [...new Map(found.map((one) => [`${one.file}:${one.name}`, one])).values()]]]
    }),
  )
}

function main([flag, listed]) {
  const packages = readPackages()
  const missing = (name) => packages[name].filter(({ isDocumented }) => !isDocumented)
  if (flag === '--list') {
    for (const { name, file, line } of missing(listed))
      console.log(`${path.relative(root, file)}:${line} ${name}`)
    return
  }
  const open = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'docstrings-open.json'), 'utf8'),
  )
  const names = Object.keys(packages)
  if (flag !== '--gate')
    console.table(
      Object.fromEntries(
        names.map((name) => [
          name,
          {
            exports: packages[name].length,
            undocumented: missing(name).length,
            mayBe: open[name] ?? 0,
          },
        ]),
      ),
    )
  const all = names.flatMap((name) => packages[name])
  const documented = all.filter(({ isDocumented }) => isDocumented).length
  console.log(`${documented} of ${all.length} exported names have a docstring.`)
  for (const name of names.filter((each) => missing(each).length > (open[each] ?? 0))) {
    console.error(
      `packages/${name}: ${missing(name).length} exports without a docstring, ` +
        `${open[name] ?? 0} may be; npm run check -- docstrings --list ${name} lists ` +
        'them.',
    )
    if (flag === '--gate') process.exitCode = 1
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
