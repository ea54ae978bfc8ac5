import { describe, expect, it } from 'vitest'
import {
  anchorOf,
  anchorsOf,
  missingCodes,
  ruleListFaults,
  rulesIn,
  unresolvedIn,
} from './references.mjs'

const sources = {
  rules: new Set(['d7', 'u2', 'spec-5', 'spec-5-3', 'wire-1b', 'protocol-t7', 'sl7']),
  exists: (file: string) =>
    ['docs/adr/market.md', 'docs/README.md', 'apps/web', 'apps/web/src/data/'].includes(file),
  anchors: () => new Set(['sockets']),
  names: new Set(['journal.test.ts']),
}
const check = (file: string, text: string) => unresolvedIn({ file, text }, sources)

describe('rulesIn', () => {
  it.each([
    ["it('closes on Escape (D7, U2.48)', () => {})", ['D7', 'U2.48']],
    ['/** U9: the arrows skip disabled options (spec section 5). */', ['U9', 'spec section 5']],
    [
      '// spec 5.3, wire 1b, trading 2, locale Numbers',
      ['spec 5.3', 'wire 1b', 'trading 2', 'locale Numbers'],
    ],
    ["it('refuses a replay (PROTOCOL T7)')", ['PROTOCOL T7']],
    ["it('lets the owner in (CR0, SL7, SR1)')", ['CR0', 'SL7', 'SR1']],
  ])('finds the rules of %s', (line, expected) => {
    expect(new Set(rulesIn(line))).toEqual(new Set(expected))
  })

  it.each([
    '%C3%BC',
    'R2-D2',
    "'F5'",
    '2026-11-23T00:00',
    'BD7',
    'U8.1.2',
    'map(b64)',
    '#D7',
    '5.D1',
  ])('finds none in %s', (text) => {
    expect(rulesIn(text)).toEqual([])
  })
})

describe('anchorOf', () => {
  it('leads a part to its rule and a section to its heading', () => {
    expect(['U2.48', 'spec 5.3', 'spec section 5', 'wire 1b', 'PROTOCOL T7'].map(anchorOf)).toEqual(
      ['u2', 'spec-5-3', 'spec-5', 'wire-1b', 'protocol-t7'],
    )
  })
})

describe('anchorsOf', () => {
  it('reads explicit ids and headings, not code', () => {
    const page = '# Two Words\n<a id="d7"></a>\n## `code` & more\n```sh\n# comment\n```\n'
    expect(anchorsOf(page)).toEqual(new Set(['code--more', 'd7', 'two-words']))
  })
})

describe('unresolvedIn', () => {
  it('finds paths of a README below its own folder or its src', () => {
    expect(check('apps/web/README.md', '`data/`, `dist/` and `application/json`')).toEqual([])
    expect(check('apps/web/README.md', '`data/`, `server/route.ts`, `users/`')).toEqual([
      'apps/web/README.md:1: no file "server/route.ts"',
      'apps/web/README.md:1: no file "users/"',
    ])
  })

  it('accepts rules, documents, links and anchors that exist', () => {
    expect(check('apps/web/a.ts', '// (D7, docs/adr/market.md)')).toEqual([])
    expect(
      check('docs/README.md', '[a](adr/market.md#sockets) `apps/web/dist` `journal.test.ts`'),
    ).toEqual([])
  })

  it.each([
    ['a.ts', "\nit('asks once (D99)')", 'a.ts:2: no anchor for rule "D99"'],
    ['a.ts', '// spec 5.99', 'a.ts:1: no anchor for rule "spec 5.99"'],
    ['a.ts', '// see docs/adr/gone.md.', 'a.ts:1: no document "docs/adr/gone.md"'],
    ['docs/README.md', '[a](gone.md)', 'docs/README.md:1: no target "gone.md"'],
    ['docs/README.md', '[a](adr/market.md#x)', 'docs/README.md:1: no anchor "adr/market.md#x"'],
    ['docs/README.md', '[a](#x)', 'docs/README.md:1: no anchor "#x"'],
    ['docs/README.md', '`apps/gone.ts`', 'docs/README.md:1: no file "apps/gone.ts"'],
    ['docs/README.md', '`gone.test.ts`', 'docs/README.md:1: no file named "gone.test.ts"'],
  ])('reports in %s what %j cites and does not exist', (file, text, fault) => {
    expect(check(file, text)).toEqual([fault])
  })
})

describe('ruleListFaults', () => {
  const page = '- <a id="d1"></a>**D1** first\n- <a id="d2"></a>**D2** second\n'

  it('accepts the same rules in the same order', () => {
    expect(ruleListFaults(['D1', 'D2'], page)).toEqual([])
  })

  it('reports a rule that one of both lacks, and another order', () => {
    expect(ruleListFaults(['D1', 'D3'], page)).toEqual([expect.stringContaining('D3, D2')])
    expect(ruleListFaults(['D2', 'D1'], page)).toEqual([expect.stringContaining('their order')])
  })
})

describe('missingCodes', () => {
  it('reports a code without a row', () => {
    expect(missingCodes(['401', '40010'], '| `401` | no session |')).toEqual([
      'docs/reference/errors.md: no row for code 40010',
    ])
  })
})
