import { describe, expect, it } from 'vitest'
import { citationsIn as read } from './citations.mjs'

const citationsIn = (text: string, options?: { readonly isJsx: boolean }) =>
  read(text, options) as string[]

describe('citationsIn', () => {
  it('finds every form of citation in titles and none elsewhere', () => {
    const text = `
      it('D7 and C10 ask once', () => {})
      it.each([['wire 1b sends'], ["trading 2 applies"]])('spec 5.13 %s', () => {})
      describe(\`locale Numbers\`, () => {}) // U9 in a comment
      const rule = 'D8', more = [\`Q1 of \${2}\`]
      expect(sign('D9')).toBe('S4')
    `
    expect(citationsIn(text)).toEqual([
      'D7',
      'C10',
      'wire 1b',
      'trading 2',
      'spec 5.13',
      'locale Numbers',
    ])
  })

  it('reads joined, templated, conditional, typed and nested titles', () => {
    const text = `
      it('D1 ' + word + ' and D2', () => {})
      it(\`D3 \${word} D4 \${word} D5\`, async () => {})
      describe.skipIf(!server)('D6', () => { checkProperty(server) })
      describe('D7', () => { it.each<readonly [string]>([['a']])('D8 %s', work) })
      test.describe('D9', () => {
        test('D10', async () => { await test.step('D11', async () => {}) })
      })
    `
    expect(citationsIn(text)).toEqual([
      'D1',
      'D2',
      'D3',
      'D4',
      'D5',
      'D6',
      'D7',
      'D8',
      'D9',
      'D10',
      'D11',
    ])
  })

  it('reads the beginning of each cell of inline and named rows', () => {
    const text = `
      const ROWS: readonly Row[] = [
        ['00020', 'spec 8.13', '/C3/x'],
        ['00022', 'spec 8.11 spec 8.14 follows', 'in Q3'],
      ]
      it.each(ROWS)('%s', () => {})
      it.each(elsewhere)('D1 %s', () => {})
    `
    expect(citationsIn(text)).toEqual(['spec 8.13', 'spec 8.11', 'spec 8.14', 'D1'])
  })

  it('reads the message of an expectation', () => {
    expect(
      citationsIn(`test('a journey', async () => { expect(days, 'R7: seven days').toBe(7) })`),
    ).toEqual(['R7'])
  })

  it('reads files with JSX', () => {
    expect(
      citationsIn(`it('U8.41 keeps the query', () => { render(<b title="D1">x</b>) })`, {
        isJsx: true,
      }),
    ).toEqual(['U8.41'])
  })

  it.each([
    `it.skip('D7', () => {})`,
    `it.todo('D7')`,
    `it('D7')`,
    `test.fixme('D7', async () => {})`,
    `it.fails('D7', () => {})`,
    `it.skip.each([['D7']])('%s', () => {})`,
    `describe.skip('D7', () => { it('D8', () => {}) })`,
    `describe('D7', () => { it.skip('D8', () => {}); it.todo('D9') })`,
    `// it('D7', () => {})`,
  ])('ignores %s, which does not run', (text) => {
    expect(citationsIn(text)).toEqual([])
  })

  it('reads a group with a test that runs beside a skipped one', () => {
    expect(
      citationsIn(`describe('D7', () => { it.skip('D8', () => {}); it('D9', () => {}) })`),
    ).toEqual(['D7', 'D9'])
  })

  it.each([
    'BD7',
    'D7a',
    'D123',
    'U8.1.2',
    'spec 5.1.2',
    'specs 5',
    '%C3%BC',
    '/a%20b/%C3',
    'R2-D2',
    'D2-lists',
  ])('ignores %s', (word) => {
    expect(citationsIn(`it('${word} is not one', () => {})`)).toEqual([])
  })

  it('ignores URLs and values of a test', () => {
    expect(
      citationsIn(
        `it('keeps escapes', () => { const path = '/v1/a%20b/%C3%BC'; send('D7', path) })
         it.skip('R2-D2 and Q3 of 2026', () => {})`,
      ),
    ).toEqual([])
  })
})
