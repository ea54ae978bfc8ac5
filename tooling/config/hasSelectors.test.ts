import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Selector, type SelectorComponent, transform } from 'lightningcss'
import { expect, it } from 'vitest'
import { filesIn } from './sourceFiles.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const SHEET = /^(?:packages|apps)\/[^/]+\/src\/.*\.css$/

/**
 * The arguments of `:has()` with an attribute, `:not()` or no name of an element, class or id: a
 * browser takes every new element for one that they may match. With one of them in any sheet, each
 * new trade has the whole terminal styled anew.
 */
function vagueArguments(css: string): readonly string[] {
  const found: string[] = []
  const inside = (selectors: readonly Selector[]): void => {
    for (const selector of selectors)
      if (!compoundsOf(selector).every(isNamed)) found.push(JSON.stringify(selector))
  }
  const visit = (selector: Selector): void => {
    for (const part of selector) {
      if (part.type !== 'pseudo-class') continue
      if (part.kind === 'has') inside(part.selectors)
      else if ('selectors' in part && part.selectors) part.selectors.forEach(visit)
      else if ('selector' in part && Array.isArray(part.selector)) visit(part.selector)
    }
  }
  transform({
    filename: 'sheet.module.css',
    code: Buffer.from(css),
    cssModules: true,
    visitor: { Selector: (selector) => visit(selector) },
  })
  return found
}

/** The parts of a selector between its combinators; those of `:global()` are parts of its own. */
function compoundsOf(selector: Selector): readonly SelectorComponent[][] {
  const compounds: SelectorComponent[][] = [[]]
  for (const part of selector) {
    if (part.type === 'combinator') compounds.push([])
    else if (part.type === 'pseudo-class' && part.kind === 'global')
      compounds.at(-1)?.push(...part.selector)
    // A relative selector begins with the element that has it.
    else if (part.type !== 'pseudo-class' || part.kind !== 'scope') compounds.at(-1)?.push(part)
  }
  return compounds.filter((parts) => parts.length > 0)
}

const isNamed = (parts: readonly SelectorComponent[]): boolean =>
  parts.some(({ type }) => type === 'type' || type === 'class' || type === 'id') &&
  !parts.some(
    (part) => part.type === 'attribute' || (part.type === 'pseudo-class' && part.kind === 'not'),
  )

it('names an element, class or id in each argument of :has()', () => {
  const sheets = filesIn(root).filter((file) => SHEET.test(file))
  expect(sheets.length).toBeGreaterThan(100)
  const found = sheets.flatMap((file) =>
    vagueArguments(readFileSync(path.join(root, file), 'utf8')).map((each) => `${file}: ${each}`),
  )
  expect(found).toEqual([])
})

it.each([
  ['.a:has(.b) {}', 0],
  ['.a:has(> input:disabled) {}', 0],
  [':global(header):has(~ main .b) {}', 0],
  ['.a > :has(:global(.b)) ~ * {}', 0],
  ['.a:has(:disabled) {}', 1],
  ['.a:has(> *) {}', 1],
  [".a:has([data-b='c']) {}", 1],
  [".a:has(.b[data-b='c'] > .d) {}", 1],
  ['.a:has(.b:not(.c)) {}', 1],
  ['.a:not(:has(> :nth-child(2))) {}', 1],
  ['.a:is(:has(> :nth-child(2)), .b) {}', 1],
  ['@media (width < 1px) { .a { &:has([b]) { color: red } } }', 1],
])('judges %s', (css, count) => {
  expect(vagueArguments(css)).toHaveLength(count)
})
