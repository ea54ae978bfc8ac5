// Checks that a test title is a sentence of its own (style: verb first, condition, rule id last):
//   node tooling/config/titles.mjs                counts per area, against titles-open.json
//   node tooling/config/titles.mjs --gate         fails where an area has more than it may have
//   node tooling/config/titles.mjs --list <path>  prints file:line of each
//   node tooling/config/titles.mjs --lower        writes today's smaller counts to titles-open.json
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { areaOf, filesIn, isTest, root } from './sourceFiles.mjs'

export const MOST_WORDS = 12

/** Verbs that begin a title, in their base form; `-s` and `-es` are recognised. */
const VERBS = new Set(
  `abandon abort accent accept acknowledge activate adapt add admit adopt advance agree align
  allow alternate amend announce answer append apply approve arrive ask assert assign assume
  attach average avoid await back balance batch become begin behave belong bind blame blank
  block blur book bound break bring broadcast build buy cache calculate call cancel carry cause
  centre challenge change charge check choose claim clamp classify clear click close collapse
  collect colour combine come commit compare compensate compile complete compute confirm
  connect consist contain continue converge convert copy correct cost count cover create cut
  cycle darken date debounce decide declare decode decrease decrypt default defer define delay
  delegate delete deliver demote depend derive describe detect differ dim disable discard
  disconnect dispatch display dispose distinguish divide do double download drag draw drop
  elect embed emit empty enable encode encrypt end enforce enrol ensure enter equal equate
  escape estimate evict exceed exclude execute exempt exist exit expand expect expire explain
  export expose extend fail fall fetch fill filter find finish fire fit flash flip flush focus
  follow forget format forward free freeze gate generate get give go grant group grow guard
  guess halt handle happen hash have heal hide highlight hold honour hover identify ignore
  import include inform inherit insert install invalidate isolate issue join judge jump keep
  know label land last lead leak leave lengthen let lie limit link liquidate list listen live
  load lock log look lose lower make map mark match mean measure meet merge migrate minimise
  mirror miss mistake mount move multiply name narrow navigate need normalise notice notify
  number observe occupy offer omit open outlive overwrite own pad page paint parse pass paste
  pause pay permit persist pick pin ping place play point poll post prefer prefetch prefix
  prepare present preserve press prevent preview print probe produce promise propagate protect
  prove provide prune publish purge push put queue quote raise range rank reach react read
  rebuild recalculate receive recognise recompute reconnect record recover redact redirect
  redraw reduce refer refetch refill reflect refresh refuse register reject release reload
  remain remember remount remove render renew reopen reorder repaint repeat replace replay
  report reproduce request require rescale reserve reset resize resolve respect respond rest
  restart restore resubscribe resume resync retain retry return reuse reveal reverse revert
  review revoke roll rotate round round-trip run save say scale scan schedule score scroll
  search see seek select sell send separate serve set settle share shorten show shrink shut
  sign signal silence sit size skip sleep slide slow snap sort space span spare spell spend
  split spread stack stand start state stay step stop store stretch strip submit subscribe
  subtract succeed suggest sum supply support surface survive suspend swallow swap sweep switch
  synchronise tag take tear terminate test throttle throw tick tighten time toggle tolerate top
  track trade trail transfer translate travel traverse treat trigger trim truncate trust try
  turn type type-check underline undo unlock unmount unsubscribe update upload use validate
  value vary verify visit vouch wait wake want warn watch weigh widen win withdraw withhold
  word work wrap write yield zoom`.split(/\s+/),
)
const AUXILIARIES = new Set(
  'is are was were has have does do can cannot may must will would needs need'.split(' '),
)
/** Words that may stand before the subject or the verb of a sentence. */
const OPENINGS = new Set('the a an every each no never always not only both'.split(' '))

/** Ids of rules at the end of a title. */
const RULE_ID =
  /[A-Z]{1,2}\d|spec|issue|row \d|wire|trading \d|futures F?\d|locale|visual|PROTOCOL|CVE/
const RULES = new RegExp(String.raw`\s*\((?:[^()]*\b(?:${RULE_ID.source})[^()]*)\)$`)
/** A name of code, a placeholder, a number or a quoted text. */
const IS_NAME = /^(?:[`'"“‘%$@/(#*[]|\d|.*[A-Z].*|\S*[._/]\S)/

const isVerb = (word) => {
  const plain = word.replace(/[,:;]$/, '').toLowerCase()
  return (
    AUXILIARIES.has(plain) ||
    VERBS.has(plain) ||
    VERBS.has(plain.replace(/s$/, '')) ||
    VERBS.has(plain.replace(/es$/, '')) ||
    VERBS.has(plain.replace(/ies$/, 'y')) ||
    VERBS.has(plain.replace(/([a-z])\1?es$/, '$1'))
  )
}

/**
 * What is wrong with a title; undefined for a good one.
 * @param {string} title
 */
export function titleFault(title) {
  const sentence = title.trim().replace(RULES, '')
  const count = sentence.split(/\s+/).length
  if (count > MOST_WORDS) return `${count} words, ${MOST_WORDS} may be`
  if (isVerb(sentence.split(/\s+/)[0])) return undefined
  // `live: refuses …`: what is before the colon names the row or the part.
  const [first, ...others] = sentence.replace(/^(?:[^\s:]+ ?){1,3}: (?=\S)/, '').split(/\s+/)
  if (isVerb(first)) return undefined
  if (!IS_NAME.test(first) && !OPENINGS.has(first))
    return `begins with "${first}", which is no verb`
  const isRow = others.length === 0 && /^[%$]/.test(first)
  return isRow || others.some(isVerb) ? undefined : 'has no verb'
}

const MODIFIERS = new Set(['each', 'for', 'skipIf', 'runIf'])
const NO_TEST = new Set([
  'step',
  'use',
  'extend',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
])

/** `it`, `test.skipIf(…)`, `it.each(rows)`: the callee of a declared test. */
function isTestCall({ expression, arguments: given }) {
  if (given.length < 2) return false
  let callee = expression
  if (ts.isPropertyAccessExpression(callee) && MODIFIERS.has(callee.name.text)) return false
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      if (NO_TEST.has(callee.name.text) || callee.name.text === 'describe') return false
      callee = callee.expression
    } else if (ts.isCallExpression(callee)) callee = callee.expression
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag
    else return false
  }
  return callee.text === 'it' || callee.text === 'test'
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `%s${literal.text}`).join('')
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right)
  return '%s'
}

/**
 * The titles of the tests in a file; a value in a title is `%s`.
 * @returns {{ line: number, title: string }[]}
 */
export function titlesIn(text, { isJsx = false } = {}) {
  const kind = isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile('file', text, ts.ScriptTarget.Latest, true, kind)
  const found = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTestCall(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.arguments[0].getStart(source))
      found.push({ line: line + 1, title: textOf(node.arguments[0]) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The faults of all titles, by area. */
function readFaults() {
  /** @type {Record<string, string[]>} */
  const found = {}
  for (const file of filesIn(root).filter(isTest)) {
    const titles = titlesIn(readFileSync(path.join(root, file), 'utf8'), {
      isJsx: file.endsWith('x'),
    })
    for (const { line, title } of titles) {
      const fault = titleFault(title)
      if (fault) (found[areaOf(file)] ??= []).push(`${file}:${line}: ${fault} | ${title}`)
    }
  }
  return found
}

const openFile = path.join(import.meta.dirname, 'titles-open.json')

function main([flag, listed = '']) {
  const faults = readFaults()
  if (flag === '--list') {
    for (const fault of Object.values(faults).flat())
      if (fault.startsWith(listed)) console.log(fault)
    return
  }
  const counts = Object.fromEntries(
    Object.entries(faults).map(([area, found]) => [area, found.length]),
  )
  const open = JSON.parse(readFileSync(openFile, 'utf8'))
  if (flag === '--lower')
    return writeFileSync(openFile, `${JSON.stringify(lowered(open, counts), null, 2)}\n`)
  if (flag !== '--gate') console.table(counts)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${total} titles of tests are no sentence of at most ${MOST_WORDS} words.`)
  const over = overLimit(counts, open)
  for (const fault of over) console.error(fault)
  if (flag === '--gate' && over.length > 0) process.exitCode = 1
}

/** Areas with more faulty titles than they may have. */
export const overLimit = (counts, open) =>
  Object.entries(counts)
    .filter(([area, count]) => count > (open[area] ?? 0))
    .map(
      ([area, count]) =>
        `${area}: ${count} faulty titles, ${open[area] ?? 0} may be; ` +
        `npm run check -- titles --list ${area} lists them.`,
    )

/** The limits, or today's counts where they are smaller. */
export const lowered = (open, counts) =>
  Object.fromEntries(
    Object.entries(open)
      .map(([area, limit]) => [area, Math.min(limit, counts[area] ?? 0)])
      .filter(([, limit]) => limit > 0),
  )

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
