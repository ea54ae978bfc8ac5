// Checks that citations resolve: `npm run check -- references`. In source, tests and
// documents it looks at rule ids (`D7`, `spec 5.3`, `PROTOCOL T7`), at paths of documents
// (`docs/adr/market.md`), and in documents at relative links, their anchors and file names in
// backticks, in READMEs also at paths below their own folder. It prints each
// finding as `file:line: message`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RULE_IDS } from './citations.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** Rule ids as code, tests and documents cite them. */
const ANY_RULE = [
  '[sS]pec section \\d{1,2}(?:\\.\\d{1,2})?',
  'Spec \\d(?:\\.\\d{1,2})?',
  'visual \\d',
  'PROTOCOL T\\d{1,2}',
  // Findings of the security review that are no rules of platform.md.
  '(?:SL|CR|OT)\\d{1,2}',
  '[CDQRS]\\d{1,2}\\.\\d{1,3}',
  RULE_IDS,
].join('|')
const RULE = new RegExp(`(?<![\\w%./#-])(?:${ANY_RULE})(?![\\w-]|\\.\\d)`, 'g')
/** Text that looks like a rule and is none. */
const NO_RULE = new Set(['locale Intl'])
/** `docs/…` in text or comments: a file, or a folder. */
const DOCUMENT = /(?<![\w./-])docs\/[\w./-]*\w/g
const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g
/** A file or folder of the repository in backticks; what a build writes is not checked. */
const FILE_NAME = /`((?:packages|apps|tooling|\.ci|\.changeset)\/[\w./@-]+)`/g
/** A file without its folder, in a page of docs/: `journal.test.ts`. */
const BARE_NAME = /`([\w.-]+\.(?:test\.)?(?:ts|tsx|mjs|sql))`/g
/** In a README, a file or folder below its own one or the `src` there: `modules/orders/`. */
const OWN_PATH = /`((?!(?:packages|apps|tooling|docs)\/)\w[\w.-]*\/[\w./-]*)`/g
const FILE_OR_FOLDER = /\.(?:ts|tsx|mjs|cjs|sql|json|md)$|\/$/
const BUILT = /\/(?:dist|generated|results)(?:\/|$)/
const SOURCE = /\.(?:ts|tsx|mjs|cjs|css|sql)$/
/** The tests of the checks contain citations as examples; a migration keeps the ids of its day. */
const NOT_CHECKED = /^tooling\/config\/.*\.test\.ts$|^apps\/gateway\/drizzle\/.*\.sql$/

/** `spec 5.3` and `spec section 5` to the id of an anchor. */
export const anchorOf = (rule) =>
  rule
    .replace(/spec section/i, 'spec')
    .replace(/^([CDQRSU]\d+)\.\d+$/, '$1')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** The anchors of a page: explicit ids, and headings as GitHub names them. */
export function anchorsOf(markdown) {
  const found = new Set([...markdown.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, heading] of markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm))
    found.add(slugOf(heading))
  return found
}

const slugOf = (heading) =>
  heading
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The rule ids that a line cites. */
export const rulesIn = (line) =>
  [...line.matchAll(RULE)].map(([rule]) => rule).filter((rule) => !NO_RULE.has(rule))

/**
 * Everything that does not resolve in one file.
 * @param {{ file: string, text: string }} page its path from the root, with slashes
 * @param {{
 *   rules: ReadonlySet<string>,
 *   exists: (file: string) => boolean,
 *   anchors: (file: string) => ReadonlySet<string>,
 *   names: ReadonlySet<string>,
 * }} sources the rule anchors, and what there is: paths, anchors of a page, names of files
 */
export function unresolvedIn({ file, text }, { rules, exists, anchors, names }) {
  const faults = []
  const isMarkdown = file.endsWith('.md')
  let isCode = false
  for (const [index, line] of text.split('\n').entries()) {
    const add = (message) => faults.push(`${file}:${index + 1}: ${message}`)
    for (const rule of rulesIn(line))
      if (!rules.has(anchorOf(rule))) add(`no anchor for rule "${rule}"`)
    for (const [target] of line.matchAll(DOCUMENT))
      if (!exists(target)) add(`no document "${target}"`)
    if (!isMarkdown) continue
    if (line.startsWith('```')) isCode = !isCode
    if (isCode) continue
    for (const [, name] of line.matchAll(FILE_NAME))
      if (!BUILT.test(name) && !exists(name)) add(`no file "${name}"`)
    if (path.posix.basename(file) === 'README.md')
      for (const [, name] of line.matchAll(OWN_PATH))
        if (isOwnPath(name) && !existsNear(file, name, exists)) add(`no file "${name}"`)
    if (file.startsWith('docs/'))
      for (const [, name] of line.matchAll(BARE_NAME))
        if (!names.has(name)) add(`no file named "${name}"`)
    for (const [, link] of line.matchAll(LINK)) {
      const [target, anchor] = link.split('#')
      const full = target ? path.posix.join(path.posix.dirname(file), target) : file
      if (!exists(full)) add(`no target "${link}"`)
      else if (anchor && full.endsWith('.md') && !anchors(full).has(anchor))
        add(`no anchor "${link}"`)
    }
  }
  return faults
}

const isOwnPath = (name) => FILE_OR_FOLDER.test(name) && !BUILT.test(`/${name}`)
/** Whether a page's folder, the `src` in it or the root has the path. */
const existsNear = (page, name, exists) =>
  ['.', path.posix.dirname(page), path.posix.join(path.posix.dirname(page), 'src')].some((folder) =>
    exists(path.posix.join(folder, name)),
  )

/** Ids of docs/rules.json that have no anchor in platform.md, and rules there in another order. */
export function ruleListFaults(ids, page) {
  const defined = [...page.matchAll(/^- <a id="[^"]+"><\/a>\*\*([^*]+)\*\*/gm)].map(([, id]) => id)
  return defined.join() === ids.join()
    ? []
    : [
        `docs/rules.json and docs/reference/platform.md differ: ${
          [
            ...ids.filter((id) => !defined.includes(id)),
            ...defined.filter((id) => !ids.includes(id)),
          ].join(', ') || 'their order'
        }`,
      ]
}

/** Codes of the contract that errors.md does not explain. */
export const missingCodes = (codes, page) =>
  codes
    .filter((code) => !page.includes(`\`${code}\` |`))
    .map((code) => `docs/reference/errors.md: no row for code ${code}`)

export function main() {
  const read = (file) => readFileSync(path.join(root, file), 'utf8')
  const exists = (file) => existsSync(path.join(root, file))
  const known = new Map()
  const anchors = (file) => {
    if (!known.has(file)) known.set(file, anchorsOf(read(file)))
    return known.get(file)
  }
  const rules = new Set([
    ...anchors('docs/reference/platform.md'),
    ...anchors('docs/reference/visual.md'),
    ...anchors('docs/reference/security-review.md'),
    ...[...read('packages/gateway-sign/PROTOCOL.md').matchAll(/^\| (T\d+) \|/gm)].map(
      ([, id]) => `protocol-${id.toLowerCase()}`,
    ),
  ])
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter(exists)
  const names = new Set(tracked.map((file) => path.posix.basename(file)))
  const files = tracked.filter(
    (file) => (SOURCE.test(file) || file.endsWith('.md')) && !NOT_CHECKED.test(file),
  )
  const faults = [
    ...ruleListFaults(
      Object.keys(JSON.parse(read('docs/rules.json'))),
      read('docs/reference/platform.md'),
    ),
    ...missingCodes(
      [...read('packages/api/src/errors.ts').matchAll(/^  '(\d+)': \{/gm)].map(([, code]) => code),
      read('docs/reference/errors.md'),
    ),
    ...files.flatMap((file) =>
      unresolvedIn({ file, text: read(file) }, { rules, exists, anchors, names }),
    ),
  ]
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0
      ? `Citations of ${files.length} files: all resolve`
      : `Citations: ${faults.length} do not resolve`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) main()
