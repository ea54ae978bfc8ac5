// Which rules the tests of a file cite. Text elsewhere (an address with `%C3`, a comment, a test
// that is skipped) cites nothing.
import ts from 'typescript'

/**
 * `D7`, `U8.3` (a part of U8), `spec 5.3`, `wire 1b`, `locale Numbers`; a bare `spec 5` cites a
 * section and none of its lines. Neither percent codes (`%C3`) nor parts of a compound (`R2-D2`).
 */
const CITATION =
  /(?<![\w%-])(?:[CDQRS]\d{1,2}|U\d{1,2}(?:\.\d{1,3})?|spec \d(?:\.\d{1,2})?|wire \d{1,2}b?|trading \d|locale [A-Z][a-z]+)(?![\w-]|\.\d)/g
/** Cells of rows begin with what they cite; any other is data. */
const FIRST = new RegExp(`^(?:${CITATION.source}[ ,]*)+`)

/** Those do not run, or are to fail. */
const IDLE = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

const inText = (text) => text.match(CITATION) ?? []
const atStart = (text) => inText(text.match(FIRST)?.[0] ?? '')

/**
 * The numbers that the tests of a file cite, in order: in titles of `describe`, `it` and `test`, in
 * the rows of `each`, and in what an `expect` says of itself. Tests that are skipped or still to be
 * written count for nothing, nor does a `describe` of such tests alone.
 */
export function citationsIn(text, { isJsx = false } = {}) {
  // Most files of a growing house need no tree.
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
  let idle = 0

  const visit = (node) => {
    const call = ts.isCallExpression(node) ? callOf(node) : undefined
    if (call?.isIdle) return void idle++
    const at = found.length
    const before = { running, idle }
    if (call && call.root !== 'describe') running++
    ts.forEachChild(node, visit)
    if (call) {
      const isOfIdleOnly = running === before.running && idle > before.idle
      const rows = call.rows
        .flatMap((given) => literalsOf(tables.get(given.text) ?? given))
        .flatMap(atStart)
      if (!isOfIdleOnly)
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
  const isIdle = names.some((name) => IDLE.has(name))
  if (!isDeclared && !isIdle) return undefined
  return { root: names.includes('describe') ? 'describe' : callee.text, rows, isIdle }
}

/** What a file's constants hold, by name: rows often have one. */
function tablesOf(file) {
  const tables = new Map()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) tables.set(name.text, initializer)
  }
  return tables
}

/** The fixed text of every literal in an expression, but of none in a function. */
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
