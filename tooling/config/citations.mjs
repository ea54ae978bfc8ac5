// Finds the rules that the tests of a file cite. Comments, URLs and skipped tests cite none.
import ts from 'typescript'

/** Ids of docs/rules.json, a part of a widget rule (`U8.3`) and a bare section (`spec 5`). */
export const RULE_IDS = [
  '[CDQRS][1-9]\\d?',
  'SR[1-9]\\d?',
  'U[1-9]\\d?(?:\\.\\d{1,3})?',
  'spec \\d(?:\\.\\d{1,2})?',
  'wire \\d{1,2}b?',
  'trading \\d',
  'futures (?:[1-9]|1[0-4]|F[1-9]|F1[0-3])',
  'locale [A-Z][a-z]+',
].join('|')
/** Neither percent codes (`%C3`) nor parts of a compound (`R2-D2`). */
const CITATION = new RegExp(`(?<![\\w%-])(?:${RULE_IDS})(?![\\w-]|\\.\\d)`, 'g')
/** A cell of a row cites only what it begins with. */
const AT_START = new RegExp(`^(?:${CITATION.source}[ ,]*)+`)

/** Tests declared with one of these do not run, or are expected to fail. */
const NOT_RUN = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

const inText = (text) => text.match(CITATION) ?? []
const atStart = (text) => inText(text.match(AT_START)?.[0] ?? '')

/**
 * The rule ids that the tests of a file cite, in order: in titles of `describe`, `it` and `test`,
 * in rows of `each`, and in messages of `expect`. Skipped and unwritten tests are ignored, and a
 * `describe` that has no others.
 */
export function citationsIn(text, { isJsx = false } = {}) {
  // Parsing is slow, and most files cite nothing.
  if (inText(text).length === 0) return []
  const file = ts.createSourceFile(
    'file',
    text,
    ts.ScriptTarget.Latest,
    false,
    isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const tables = tablesOf(file)
  const found = []
  let running = 0
  let skipped = 0

  const visit = (node) => {
    const call = ts.isCallExpression(node) ? callOf(node) : undefined
    if (call?.isSkipped) return void skipped++
    const at = found.length
    const before = { running, skipped }
    if (call && call.root !== 'describe') running++
    ts.forEachChild(node, visit)
    if (call) {
      const hasOnlySkipped = running === before.running && skipped > before.skipped
      const rows = call.rows
        .flatMap((given) => literalsOf(tables.get(given.text) ?? given))
        .flatMap(atStart)
      if (!hasOnlySkipped)
        found.splice(at, 0, ...rows, ...literalsOf(node.arguments[0]).flatMap(inText))
    } else if (isExpect(node)) found.push(...literalsOf(node.arguments[1]).flatMap(inText))
  }
  visit(file)
  return found
}

const isExpect = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect'

/**
 * The test or group that a call declares: `it(…)`, `describe.each(rows)(…)`,
 * `it.skipIf(condition)(…)`; `undefined` for other calls.
 */
function callOf({ expression, arguments: given }) {
  const names = []
  const rows = []
  let callee = expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) names.push(callee.name.text)
    else if (ts.isCallExpression(callee)) {
      if (
        ts.isPropertyAccessExpression(callee.expression) &&
        callee.expression.name.text === 'each' &&
        callee.arguments[0]
      )
        rows.push(callee.arguments[0])
    } else return undefined
    callee = callee.expression
  }
  if (!['describe', 'it', 'test'].includes(callee.text)) return undefined
  // Without a function a test is still to be written; `it.each(rows)` alone is no test yet.
  const isDeclared =
    given.some(
      (one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one) || ts.isIdentifier(one),
    ) && literalsOf(given[0]).length > 0
  const isSkipped = names.some((name) => NOT_RUN.has(name))
  if (!isDeclared && !isSkipped) return undefined
  return { root: names.includes('describe') ? 'describe' : callee.text, rows, isSkipped }
}

/** Initialisers of a file's top-level constants by name: rows of `each` are often one. */
function tablesOf(file) {
  const tables = new Map()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) tables.set(name.text, initializer)
  }
  return tables
}

/** The fixed text of every literal in an expression, functions excluded. */
function literalsOf(node) {
  const texts = []
  const visit = (one) => {
    if (ts.isFunctionLike(one)) return
    if (
      ts.isStringLiteralLike(one) ||
      ts.isTemplateHead(one) ||
      ts.isTemplateMiddleOrTemplateTail(one)
    )
      texts.push(one.text)
    ts.forEachChild(one, visit)
  }
  if (node) visit(node)
  return texts
}
