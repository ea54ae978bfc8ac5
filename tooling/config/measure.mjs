// Prints the size figures of the source per area (quality, "Added", first row):
//   npm run check -- measure                    the working tree
//   npm run check -- measure --before <commit>  the commit, then the working tree
//   npm run check -- measure --markdown <commit>  both as a table of Markdown
//   npm run check -- measure --gate             fails where a figure misses its bar and is
//                                                      worse than measure-open.json allows
//   npm run check -- measure --list <path>      prints functions over 60 lines
//   npm run check -- measure --lower            writes better figures to measure-open.json
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import ts from 'typescript'
import { cyclesOf, folderCyclesOf, importsOf } from './importGraph.mjs'
import { areaOf, columnsOf, filesIn, isCode, isSource, root } from './sourceFiles.mjs'

/** The bars: at most this, save for tests, which are at least this. */
export const BARS = {
  median: 120,
  p90: 30,
  p99: 60,
  longest: 100,
  nonNull: 3,
  fileCycles: 0,
  folderCycles: 0,
  tests: 1.2,
}

/** The bars that an area may not miss by more than measure-open.json says. */
const GATED_BY_AREA = ['p90', 'p99', 'longest', 'nonNull']
/**
 * The same for all areas together: journeys count for `all` only, and a schema needs fewer tests
 * than an engine. A percentile of all moves whenever one area gets a short function.
 */
const GATED_FOR_ALL = ['tests']
const isWorse = (bar, value, limit) => (bar === 'tests' ? value < limit : value > limit)
const better = (bar, first, second) => (isWorse(bar, first, second) ? second : first)

/**
 * Figures that miss their bar and are worse than `open` allows.
 * @param {Record<string, Record<string, number>>} figures By area.
 * @param {Record<string, Record<string, number>>} open By area, only bars that are missed.
 */
export function overLimit(figures, open) {
  return Object.entries(figures).flatMap(([area, figure]) =>
    (area === 'all' ? GATED_FOR_ALL : GATED_BY_AREA).flatMap((bar) => {
      const limit = open[area]?.[bar] ?? BARS[bar]
      return isWorse(bar, figure[bar], BARS[bar]) && isWorse(bar, figure[bar], limit)
        ? [`${area}: ${bar} is ${figure[bar]}, ${limit} may be (bar ${BARS[bar]})`]
        : []
    }),
  )
}

/** The limits with today's figures where they are better; none for a bar that is met. */
export function lowered(open, figures) {
  return Object.fromEntries(
    Object.entries(open).flatMap(([area, limits]) => {
      const figure = figures[area]
      const missed = Object.entries(limits)
        .filter(([bar]) => figure && isWorse(bar, figure[bar], BARS[bar]))
        .map(([bar, limit]) => [bar, better(bar, limit, figure[bar])])
      return missed.length > 0 ? [[area, Object.fromEntries(missed)]] : []
    }),
  )
}

/**
 * All functions with a body, and the number of non-null assertions.
 * @param {string} text
 */
export function readFunctions(text, { isJsx = false } = {}) {
  const file = ts.createSourceFile(
    'file',
    text,
    ts.ScriptTarget.Latest,
    false,
    isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line
  const functions = []
  let nonNull = 0
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const start = lineAt(node.getStart(file))
      functions.push({ start: start + 1, lines: lineAt(node.end) - start + 1 })
    }
    if (ts.isNonNullExpression(node)) nonNull++
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { functions, nonNull }
}

/** The value that `share` of the values do not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** @param {readonly { file: string, text: string }[]} files All of one area. */
export function figuresOf(files, { fileCycles = 0, folderCycles = 0 } = {}) {
  const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const sum = (list) => list.reduce((total, { text }) => total + linesOf(text), 0)
  const source = files.filter(({ file }) => isSource(file))
  const read = source
    .filter(({ file }) => !file.endsWith('.css'))
    .map(({ file, text }) => readFunctions(text, { isJsx: file.endsWith('x') }))
  const functions = read.flatMap((each) => each.functions.map(({ lines }) => lines))
  const nonNull = read.reduce((total, each) => total + each.nonNull, 0)
  const sourceLines = sum(source)
  return {
    files: source.length,
    lines: sourceLines,
    median: percentile(
      source.map(({ text }) => linesOf(text)),
      0.5,
    ),
    p90: percentile(functions, 0.9),
    p99: percentile(functions, 0.99),
    longest: files.reduce((most, { text }) => Math.max(most, longestLine(text)), 0),
    nonNull: round((nonNull / Math.max(1, sourceLines)) * 1000),
    fileCycles,
    folderCycles,
    tests: round(sum(files.filter(({ file }) => !isSource(file))) / Math.max(1, sourceLines)),
  }
}

const longestLine = (text) =>
  text.split('\n').reduce((most, line) => Math.max(most, columnsOf(line)), 0)
const round = (value) => Math.round(value * 100) / 100

/** Source, tests and what only tests use; journeys count for `all`. */
const MEASURED = /^(?:(?:packages|apps)\/[^/]+\/src|tooling\/e2e)\//

/** @returns {Record<string, ReturnType<typeof figuresOf>>} The areas and, last, `all`. */
export function measure(folder) {
  const files = filesIn(folder)
    .filter((file) => isCode(file) && MEASURED.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))
  const imports = importsOf(
    files.map(({ file }) => file).filter((file) => isSource(file) && !file.endsWith('.css')),
    folder,
  )
  const cycles = { file: cyclesOf(imports), folder: folderCyclesOf(imports) }
  const countIn = (area, kind) =>
    cycles[kind].filter(([first]) => area === 'all' || areaOf(first) === area).length
  const areas = [...new Set(files.map(({ file }) => areaOf(file)))].filter(
    (area) => area !== 'tooling',
  )
  return Object.fromEntries(
    [...areas, 'all'].map((area) => [
      area,
      figuresOf(
        files.filter(({ file }) => area === 'all' || areaOf(file) === area),
        { fileCycles: countIn(area, 'file'), folderCycles: countIn(area, 'folder') },
      ),
    ]),
  )
}

/** The commit's files in a temporary folder, for as long as `run` takes. */
function withCommit(commit, run) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-measure-'))
  try {
    const archive = execFileSync('git', ['archive', commit, 'packages', 'apps', 'tooling/e2e'], {
      cwd: root,
      maxBuffer: 2 ** 30,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Figures of two trees side by side, `before → now`, for a document. */
export function markdownTable(before, now) {
  const bars = ['files', 'lines', ...Object.keys(BARS).filter((bar) => bar !== 'fileCycles')]
  const row = (cells) => `| ${cells.join(' | ')} |`
  const names = {
    p90: 'function p90',
    p99: 'p99',
    longest: 'longest line',
    nonNull: '`!` per 1,000',
    folderCycles: 'folder cycles',
    tests: 'tests to source',
  }
  return [
    row(['Area', ...bars.map((bar) => names[bar] ?? bar)]),
    row(['---', ...bars.map(() => '---')]),
    row(['bar', ...bars.map((bar) => BARS[bar] ?? '')]),
    ...Object.entries(now).map(([area, figures]) =>
      row([area, ...bars.map((bar) => `${before[area]?.[bar] ?? '–'} → ${figures[bar]}`)]),
    ),
  ].join('\n')
}

const openFile = path.join(import.meta.dirname, 'measure-open.json')
const readOpen = () => JSON.parse(readFileSync(openFile, 'utf8'))

function listLongFunctions(listed = '') {
  for (const file of filesIn(root)) {
    if (!MEASURED.test(file) || !isSource(file) || file.endsWith('.css')) continue
    if (!file.startsWith(listed)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const { start, lines } of readFunctions(text, { isJsx: file.endsWith('x') }).functions)
      if (lines > BARS.p99) console.log(`${file}:${start} ${lines} lines`)
  }
}

function gate() {
  const over = overLimit(measure(root), readOpen())
  for (const fault of over) console.error(fault)
  if (over.length > 0) process.exitCode = 1
  else console.log('No size figure is worse than measure-open.json allows.')
}

function main([flag, argument]) {
  if (flag === '--list') return listLongFunctions(argument)
  if (flag === '--gate') return gate()
  if (flag === '--lower') {
    const limits = lowered(readOpen(), measure(root))
    return writeFileSync(openFile, `${JSON.stringify(limits, null, 2)}\n`)
  }
  if (flag === '--markdown')
    return console.log(markdownTable(withCommit(argument, measure), measure(root)))
  if (flag === '--before') {
    console.log(`Before (${argument}):`)
    console.table(withCommit(argument, measure))
    console.log('Now:')
  }
  console.table({ ...measure(root), bar: BARS })
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
