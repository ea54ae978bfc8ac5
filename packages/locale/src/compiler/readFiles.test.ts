import { describe, expect, it } from 'vitest'
import type { Finding } from './findings.ts'
import { readCatalog } from './readCatalog.ts'
import { isMessageLocale, readFallback } from './readFallback.ts'
import { unusedIds } from './unusedIds.ts'

function catalog(json: string) {
  const findings: Finding[] = []
  return {
    entries: readCatalog(json, {
      file: 'en.json',
      report: (finding) => void findings.push(finding),
    }),
    findings,
  }
}

describe('reading a catalog', () => {
  it('keeps the order of the file and the line of each id', () => {
    const { entries } = catalog('{\n  "b": "B",\n\n  "a":\n    "A"\n}')
    expect([...entries]).toEqual([
      ['b', { text: 'B', line: 2 }],
      ['a', { text: 'A', line: 4 }],
    ])
  })

  it('counts lines across line breaks and quotes inside texts', () => {
    const { entries } = catalog('{\n  "a": "x \\"b\\": y\\n",\n  "b": "B"\n}')
    expect(entries.get('b')).toEqual({ text: 'B', line: 3 })
  })

  it('reads what is sound beside what is not', () => {
    const { entries, findings } = catalog('{\n  "a": "A",\n  "b": 5,\n  "c d": "x"\n}')
    expect([...entries.keys()]).toEqual(['a'])
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['flat', 3],
      ['id', 4],
    ])
  })

  it('says where the other of two equal ids stands', () => {
    expect(catalog('{\n  "a": "A",\n  "a": "B"\n}').findings).toEqual([
      { rule: 'duplicate-id', file: 'en.json', id: 'a', line: 3, message: 'also on line 2' },
    ])
  })

  it.each(['order.placed', 'a', 'A9', 'a_b-c.d'])('%s is an id', (id) => {
    expect(catalog(JSON.stringify({ [id]: 'x' })).findings).toEqual([])
  })

  it.each(['9a', '.a', 'a b', '', 'ä', 'a/b', '__proto__'])('%j is none', (id) => {
    expect(catalog(`{${JSON.stringify(id)}: "x"}`).entries.size).toBe(0)
  })
})

describe('the fallback list', () => {
  it('reads whole languages and lists of ids', () => {
    const findings: Finding[] = []
    const list = readFallback(
      '{"bg": "*", "de": ["a", "b"]}',
      (finding) => void findings.push(finding),
    )
    expect([...list]).toEqual([
      ['bg', '*'],
      ['de', new Set(['a', 'b'])],
    ])
    expect(findings).toEqual([])
  })

  it('reads a missing fallback list as empty', () => {
    expect(readFallback(undefined, () => expect.unreachable()).size).toBe(0)
  })

  it('knows the languages that have messages', () => {
    expect(['en', 'zh-TC', 'ko', 'en-ZA'].every(isMessageLocale)).toBe(true)
    expect(['klingon', 'toString', ''].some(isMessageLocale)).toBe(false)
  })
})

describe('unused ids', () => {
  it('matches a template to ids by its literal parts', () => {
    expect(
      unusedIds(
        ['a.one', 'a.b.two', 'c.one.x', 'c.x', 'd.one'],
        ['t(`a.${name}`)', 't(`c.${name}.x`)', 't(`${name}`)'],
      ),
    ).toEqual(['a.b.two', 'c.x', 'd.one'])
  })
  it('finds ids without a dot as members and in destructuring', () => {
    expect(
      unusedIds(
        ['close', 'cancel', 'open', 'clear'],
        ['strings.close', 'const { cancel, open: shown } = useStrings()'],
      ),
    ).toEqual(['clear'])
  })
  it('finds an id in every kind of quotes', () => {
    expect(
      unusedIds(
        ['a.one', 'a.two', 'a.three', 'a.four'],
        ["t('a.one')", 't("a.two")', 't(`a.three`)'],
      ),
    ).toEqual(['a.four'])
  })

  it('a longer or shorter string is not the id', () => {
    expect(unusedIds(['a.b'], ["'a.b.c' 'a' '.a.b'", '// a.b'])).toEqual(['a.b'])
  })

  it('a directive names what no literal can', () => {
    expect(
      unusedIds(['error.x', 'error.y', 'other'], ['t(ids[code]) // x-locale: error.*']),
    ).toEqual(['other'])
  })

  it('keeps the order of the source', () => {
    expect(unusedIds(['z', 'a', 'm'], [])).toEqual(['z', 'a', 'm'])
  })
})
