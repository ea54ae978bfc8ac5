import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesIn } from './sourceFiles.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * What browsers learnt after 2021 and the packages may use: in the order Chrome (and Edge),
 * Firefox, Safari. Left out is what an older browser does without: a look, or a faster way.
 */
const FEATURES: readonly (readonly [RegExp, number, number, number])[] = [
  [/\bAbortSignal\.any\(/, 116, 124, 17.4],
  [/\bAbortSignal\.timeout\(/, 124, 100, 16],
  [/\bURL\.canParse\(/, 120, 115, 17],
  [/\bURL\.parse\(/, 126, 126, 18],
  [/\bPromise\.withResolvers\b/, 119, 121, 17.4],
  [/\bPromise\.try\b/, 128, 134, 18.2],
  [/\bArray\.fromAsync\(/, 121, 115, 16.4],
  [/\b(?:Object|Map)\.groupBy\(/, 117, 119, 17.4],
  [/\.(?:toSorted|toReversed|toSpliced|with)\(/, 110, 115, 16],
  [/\.findLast(?:Index)?\(/, 97, 104, 15.4],
  [/\.(?:isWellFormed|toWellFormed)\(/, 111, 119, 16.4],
  [/\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, 122, 127, 17],
  [/\bIterator\.(?:from|prototype)\b/, 122, 131, 18.4],
  [/\bRegExp\.escape\(/, 136, 134, 18.2],
  [/\.(?:toBase64|fromBase64|setFromBase64)\(/, 140, 133, 18.2],
  [/\bIntl\.Segmenter\b/, 87, 125, 14.1],
  [/\bIntl\.DurationFormat\b/, 129, 136, 16.4],
  [/\bstructuredClone\(/, 98, 94, 15.4],
  [/\(\?<[=!]/, 62, 78, 16.4],
  [/\/v[gimsuy]*[,;.)\s]/, 112, 116, 17],
  [/\bstatic \{/, 94, 93, 16.4],
  [/@layer\b/, 99, 97, 15.4],
  [/:has\(/, 105, 121, 15.4],
  [/:dir\(/, 120, 49, 16.4],
  [/\bcolor-mix\(/, 111, 113, 16.2],
  [/\blight-dark\(/, 123, 120, 17.5],
  [/@container\b/, 105, 110, 16],
  [/@starting-style\b/, 117, 129, 17.5],
  [/@property\b/, 85, 128, 16.4],
  [/@scope\b/, 118, 146, 17.4],
  [/:popover-open\b/, 114, 125, 17],
  [/\banchor-name\b/, 125, 147, 26],
  [/\b(?:round|mod|rem)\([^)]*var\(--/, 125, 118, 15.4],
  [/\b\d+[ds]v[hw]\b/, 108, 101, 15.4],
]

/** What ships: no tests, no demos, nothing that runs in Node alone. */
const SHIPPED =
  /^packages\/[^/]+\/src\/(?!.*(?:\.test\.|\.slow\.|\/testing|\/demos\/)).*\.(?:tsx?|css)$/
const NODE_ALONE = /\/(?:server|compiler)\/|\/(?:cli|node)\.ts$|^packages\/api\//

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

function floorOf(sources: readonly string[]) {
  const used = FEATURES.filter(([feature]) => sources.some((text) => feature.test(text)))
  const newest = (column: 1 | 2 | 3) => Math.max(...used.map((row) => row[column]))
  return `Chrome and Edge ${newest(1)}, Firefox ${newest(2)}, Safari ${newest(3)}`
}

it('names the oldest browser that has what the packages use', () => {
  const sources = filesIn(root)
    .filter((file) => SHIPPED.test(file) && !NODE_ALONE.test(file))
    .map((file) => withoutComments(readFileSync(path.join(root, file), 'utf8')))
  expect(sources.length).toBeGreaterThan(300)
  const policy = readFileSync(path.join(root, 'docs/support.md'), 'utf8')
  expect(policy).toContain(`every version from ${floorOf(sources)}`)
})

it('moves with what a source uses', () => {
  expect(floorOf(['const a = b.toSorted()'])).toBe('Chrome and Edge 110, Firefox 115, Safari 16')
  expect(floorOf(['AbortSignal.any([a])', '.a:has(b) {}'])).toBe(
    'Chrome and Edge 116, Firefox 124, Safari 17.4',
  )
})
