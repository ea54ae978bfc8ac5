// Finds retired words of docs/glossary.md, conflict markers and lines over 100 columns:
//   npm run check -- words            counts per area, against words-open.json
//   npm run check -- words --gate     fails where an area has more than it may have
//   npm run check -- words --list <path>   prints file:line of each
//   npm run check -- words --lower    writes today's smaller counts to words-open.json
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { retiredNamesIn } from './identifiers.mjs'
import { areaOf, columnsOf, filesIn, isCode, root } from './sourceFiles.mjs'

/**
 * Retired words with their replacements. A phrase matches consecutive words; identifiers are split
 * at their capitals, so that `OrderDesk` contains `desk`.
 */
export const RETIRED = {
  'house, houses': 'repository, account, market maker',
  'room, rooms': 'folder, module, capacity, space',
  'door, doors': 'entry, submission, port',
  'desk, desks': 'service, store',
  'face, faces': 'view, placeholder, interface',
  'seat, seats': 'slot, selection',
  'walk, walks, walked, walking': 'flow, traverse',
  'stranger, strangers': 'untrusted, anonymous',
  'newcomer, newcomers': 'new user',
  'sister, sisters': 'other package',
  'oracle, oracles': 'reference implementation',
  'law, laws': 'property, properties',
  'tape, tapes': 'generator, log (a market recording is a tape)',
  'deed, deeds': 'events, actions',
  hands: 'context, driver',
  posture: 'security headers',
  patience: 'the thing waited for, with TIMEOUT',
  'pace, paces, paced': 'interval, speed, rate',
  'fate, fates': 'outcome',
  'doubted, doubts': 'in doubt',
  'tell, tells, told': 'notify, report, apply',
  heard: 'received',
  understudy: 'fallback, standby',
  whoever: 'who, the caller',
  'come near, comes near': 'prefetch',
  'stand for, stands for, stand beside, stands beside': 'represents, is next to',
}

/** Terms of the field that contain a retired word. */
const FIELD_TERMS = [
  'house account',
  'house accounts',
  'price oracle',
  'price oracles',
  'padding oracle',
  'random walk',
  'random walks',
  // CSS and DOM names.
  'font face',
  'font faces',
]

/**
 * Where a word is right.
 * @type {readonly { path: RegExp, words: readonly string[] | 'all', reason: string }[]}
 */
export const EXCEPTIONS = [
  {
    path: /^apps\/gateway\/(?:README\.md|src\/(?:modules\/market-data|settings)\/)|\/sampleTape\.ts$|\/tape\.e2e\.ts$/,
    words: ['tape', 'tapes'],
    reason: 'market recordings are tapes',
  },
  {
    path: /^apps\/gateway\/src\/(?:exchange|testing|modules\/trading)\//,
    words: ['house'],
    reason: 'the kind of a command in the journal and the owner of the house account in the ledger',
  },
  {
    path: /^apps\/gateway\/src\/modules\/notices\/demonstrationTexts\.ts$/,
    words: ['face'],
    reason: 'a French text',
  },
  {
    path: /\/messages\/|^docs\/glossary\//,
    words: 'all',
    reason: 'texts that users read, and their translators’ glossaries',
  },
  { path: /^docs\/glossary\.md$/, words: 'all', reason: 'lists the retired words' },
  { path: /^\.changeset\/plain-/, words: 'all', reason: 'old names of renamed exports' },
  {
    path: /^tooling\/config\/(?:words|identifiers)/,
    words: 'all',
    reason: 'this check and its test',
  },
  {
    path: /^apps\/gateway\/drizzle\//,
    words: 'all',
    reason: 'migrations that databases have run keep their text',
  },
]

const LONGEST_LINE = 100
const CHECKED = /\.(?:md|html|sql|ya?ml|sh)$|(?:^|\/)package\.json$|(?:^|\/)git-hooks\/[^.]+$/
const UNCHECKED = /(?:^|\/)pnpm-lock\.yaml$/

/** Phrases as lists of words, and the replacement of each. */
const phrases = Object.entries(RETIRED).flatMap(([forms, instead]) =>
  forms.split(', ').map((form) => ({ form, words: form.split(' '), instead })),
)
const byFirstWord = new Map()
for (const phrase of phrases) {
  const same = byFirstWord.get(phrase.words[0])
  if (same) same.push(phrase)
  else byFirstWord.set(phrase.words[0], [phrase])
}
const fieldTerms = FIELD_TERMS.map((term) => term.split(' '))

/** The words of a text in order, in lower case; an identifier gives the words that it is made of. */
export function wordsOf(text) {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

/** The retired words and phrases in a text, in order. */
export function retiredIn(text) {
  const words = wordsOf(text)
  const startsAt = (at, phrase) => phrase.every((word, offset) => words[at + offset] === word)
  const isFieldTerm = (at) =>
    fieldTerms.some((term) =>
      term.some((word, offset) => word === words[at] && startsAt(at - offset, term)),
    )
  return words.flatMap((word, at) =>
    (byFirstWord.get(word) ?? [])
      .filter(({ words: phrase }) => startsAt(at, phrase) && !isFieldTerm(at))
      .map(({ form, instead }) => ({ form, instead })),
  )
}

/**
 * What is wrong in one file: retired words in its path and text, and lines that are too long.
 * @returns {{ line: number, kind: 'word' | 'long', text: string }[]} `line` 0 is the path.
 */
export function faultsIn(file, text) {
  const allowed = EXCEPTIONS.filter((exception) => exception.path.test(file))
  if (allowed.some(({ words }) => words === 'all')) return []
  const isAllowed = (form) => allowed.some(({ words }) => words.includes(form))
  const faults = []
  const check = (line, given) => {
    for (const { form, instead } of retiredIn(given))
      if (!isAllowed(form))
        faults.push({ line, kind: 'word', text: `${form}: use ${instead} | ${given.trim()}` })
  }
  check(0, file)
  text.split('\n').forEach((line, index) => {
    check(index + 1, line)
    if (/^(?:<{7}|>{7}) /.test(line))
      faults.push({ line: index + 1, kind: 'word', text: 'conflict marker' })
    if (isCode(file) && columnsOf(line) > LONGEST_LINE)
      faults.push({ line: index + 1, kind: 'long', text: `${columnsOf(line)} columns` })
  })
  if (/\.(?:tsx?|mjs)$/.test(file))
    for (const { line, name, word, instead } of retiredNamesIn(file, text))
      faults.push({ line, kind: 'word', text: `${word}: use ${instead} | ${name}` })
  return faults
}

/** @param {string} [folder] @returns Faults by file. */
export function readFaults(folder = root) {
  const found = new Map()
  for (const file of filesIn(folder)) {
    if (!(isCode(file) || CHECKED.test(file)) || UNCHECKED.test(file)) continue
    const faults = faultsIn(file, readFileSync(path.join(folder, file), 'utf8'))
    if (faults.length > 0) found.set(file, faults)
  }
  return found
}

/** @returns {Record<string, { words: number, longLines: number }>} Areas with a fault. */
export function countByArea(faultsByFile) {
  const counts = {}
  for (const [file, faults] of faultsByFile) {
    const count = (counts[areaOf(file)] ??= { words: 0, longLines: 0 })
    for (const { kind } of faults) count[kind === 'word' ? 'words' : 'longLines']++
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Areas that have more of a fault than they may have; the limits only ever go down. */
export function overLimit(counts, open) {
  return Object.entries(counts).flatMap(([area, count]) =>
    Object.entries(count)
      .filter(([kind, value]) => value > (open[area]?.[kind] ?? 0))
      .map(
        ([kind, value]) =>
          `${area}: ${value} ${kind === 'words' ? 'retired words' : `lines over ${LONGEST_LINE} columns`}, ${open[area]?.[kind] ?? 0} may be; npm run check -- words --list ${area} lists them.`,
      ),
  )
}

/** Today's counts where they are smaller than the limits. */
export function lowered(open, counts) {
  return Object.fromEntries(
    Object.entries(open).flatMap(([area, limits]) => {
      const entries = Object.entries(limits).map(([kind, limit]) => [
        kind,
        Math.min(limit, counts[area]?.[kind] ?? 0),
      ])
      return entries.some(([, limit]) => limit > 0) ? [[area, Object.fromEntries(entries)]] : []
    }),
  )
}

const isUnder = (file, folder) =>
  ['', '.', file].includes(folder) || file.startsWith(`${folder.replace(/\/$/, '')}/`)
const openFile = path.join(root, 'tooling/config/words-open.json')

function main([flag, listed = '']) {
  const faults = readFaults()
  if (flag === '--list') {
    for (const [file, found] of faults)
      if (isUnder(file, listed))
        for (const { line, text } of found) console.log(`${file}:${line} ${text}`)
    return
  }
  const counts = countByArea(faults)
  const open = JSON.parse(readFileSync(openFile, 'utf8'))
  if (flag === '--lower')
    return writeFileSync(openFile, `${JSON.stringify(lowered(open, counts), null, 2)}\n`)
  if (flag !== '--gate') console.table(counts)
  const sum = (kind) => Object.values(counts).reduce((total, count) => total + count[kind], 0)
  console.log(
    `${sum('words')} retired words, ${sum('longLines')} lines over ${LONGEST_LINE} columns.`,
  )
  const over = overLimit(counts, open)
  for (const fault of over) console.error(fault)
  if (flag === '--gate' && over.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
