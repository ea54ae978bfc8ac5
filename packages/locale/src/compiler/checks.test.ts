import { describe, expect, it } from 'vitest'
import { compileCatalogs } from './compileCatalogs.ts'
import { printFinding } from './findings.ts'
import { filesOf, findingsOf, rulesOf, rulesOfText } from '../testing/compiledModules.ts'

describe('a catalog file', () => {
  it.each([
    ['{', 'json'],
    ['[]', 'flat'],
    ['"text"', 'flat'],
    ['null', 'flat'],
    ['{"a": {"b": "c"}}', 'flat'],
    ['{"a": 5}', 'flat'],
    ['{"a": ""}', 'empty'],
    ['{"a": "  "}', 'empty'],
    ['{"1a": "x"}', 'id'],
    ['{"a b": "x"}', 'id'],
    ['{"a": "x", "a": "y"}', 'duplicate-id'],
  ])('%s breaks the rule %s', (json, rule) => {
    expect(findingsOf({ 'en.json': json }).map((finding) => finding.rule)).toEqual([rule])
  })

  it('ignores a key inside a text', () => {
    expect(findingsOf({ 'en.json': '{"a": "he said \\"a\\": yes", "b": "x"}' })).toEqual([])
  })

  it('the source language must be there', () => {
    expect(rulesOf({ de: { a: 'A' } })).toEqual(['en.json missing', 'de.json a unknown-id'])
  })

  it('a file that is named like no locale is reported', () => {
    expect(rulesOf({ en: { a: 'A' }, 'pt-BR': { a: 'A' }, klingon: { a: 'A' } })).toEqual([
      'pt-BR.json unknown-locale',
      'klingon.json unknown-locale',
    ])
  })

  it('takes the prefixes and the message-only languages', () => {
    expect(
      rulesOf({ en: { a: 'A' }, ph: { a: 'A' }, ko: { a: 'A' }, 'en-IN': { a: 'A' } }),
    ).toEqual([])
  })

  it('names file, line and id, as editors link them', () => {
    const [finding] = findingsOf({ 'en.json': '{\n  "first": "ok",\n  "second": "{"\n}' })
    expect(finding && printFinding(finding)).toMatch(
      /^en\.json:3 second: syntax: .+ at character 1$/,
    )
  })
})

describe('one text', () => {
  it.each([
    ['{', 'syntax'],
    ['{a', 'syntax'],
    ['{a, plural, one {x}}', 'syntax'],
    ['{a, foo}', 'syntax'],
    ['<link>x', 'syntax'],
    ['{}', 'syntax'],
    ['{a.b}', 'syntax'],
  ])('%s is no ICU MessageFormat', (text, rule) => {
    expect(rulesOfText(text)).toEqual([rule])
  })

  it.each(['<b>x</b>', '<a>x</a>', '<script>x</script>', '<Link>x</Link>'])(
    '%s is no allowed tag (locale Messages)',
    (text) => {
      expect(rulesOfText(text)).toEqual(['tag'])
    },
  )

  it.each(['<a href="x">y</a>', '<link class="x">y</link>'])(
    'tags take no attributes: %s (locale Messages)',
    (text) => {
      expect(rulesOfText(text)).toEqual(['syntax'])
    },
  )

  it.each([
    'a<br/>b',
    '<img/>',
    'a &nbsp; b',
    '&lt;',
    '&#60;',
    '&#x3c;',
    "'<b>'",
    '{n, plural, one {&amp;} other {x}}',
  ])('%s holds markup that would be shown as it is (locale Messages)', (text) => {
    expect(rulesOfText(text)).toEqual(['html'])
  })

  it('accepts comparison signs and ampersands as text', () => {
    for (const text of ['a < b', '5 > 3', 'P&L', 'R & D', 'Q&A; more', '<0.01'])
      expect(rulesOfText(text), text).toEqual([])
  })

  it('the list of tags can be another one', () => {
    expect(rulesOfText('<terms>x</terms>')).toEqual(['tag'])
    expect(rulesOfText('<terms>x</terms>', { tags: ['terms'] })).toEqual([])
    expect(rulesOfText('<link>x</link>', { tags: ['terms'] })).toEqual(['tag'])
  })

  it.each([
    '{n, number, currency}',
    '{n, number, ::currency/USD}',
    '{n, number, ::scale/100}',
    '{d, date, huge}',
    '{d, time, tiny}',
  ])('the style of %s is not compiled', (text) => {
    expect(rulesOfText(text)).toEqual(['style'])
  })

  it('a # inside a select would be shown as it is', () => {
    expect(rulesOfText('{n, plural, one {{g, select, a {# A} other {B}}} other {#}}')).toEqual([
      'pound',
    ])
    expect(rulesOfText('{g, select, a {# A} other {B}}')).toEqual([])
  })

  it('an argument has one kind', () => {
    expect(rulesOfText('{n, plural, one {#} other {#}} {n, date}')).toEqual(['argument-kind'])
    expect(rulesOfText('{n, plural, one {#} other {#}} {n, number} {n}')).toEqual([])
    expect(rulesOfText('{d, date} {d, time}')).toEqual([])
    expect(rulesOfText('{s, select, a {A} other {B}} {s}')).toEqual([])
  })
})

describe('plural categories', () => {
  it.each([
    ['ru', '{n, plural, one {#} other {#}}', 'lacks few, many'],
    ['ja', '{n, plural, one {#} other {#}}', 'has one in vain'],
    ['ar', '{n, plural, zero {#} one {#} two {#} few {#} other {#}}', 'lacks many'],
    ['es', '{n, plural, one {#} other {#}}', 'lacks many'],
    ['de', '{n, plural, one {#} few {#} other {#}}', 'has few in vain'],
    ['pl', '{n, plural, one {#} two {#} other {#}}', 'lacks few, many and has two in vain'],
  ])('reports for %s: %s %s (locale Messages)', (locale, text, words) => {
    const findings = findingsOf(
      filesOf({ en: { n: '{n, plural, one {#} other {#}}' }, [locale]: { n: text } }),
    )
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      `plural-categories {n, plural} ${words}`,
    ])
  })

  it('allows exact values beside plural categories', () => {
    expect(
      rulesOf({
        en: { n: '{n, plural, =0 {none} one {#} other {#}}' },
        ja: { n: '{n, plural, =0 {なし} other {#}}' },
      }),
    ).toEqual([])
  })

  it('requires the categories of ordinals for ordinals', () => {
    expect(rulesOfText('{n, selectordinal, one {#} other {#}}')).toEqual(['plural-categories'])
    expect(
      rulesOf({
        en: { n: '{n, selectordinal, one {#} two {#} few {#} other {#}}' },
        de: { n: '{n, selectordinal, other {#.}}' },
      }),
    ).toEqual([])
  })
})

describe('a translation', () => {
  const against = (en: string, de: string) => rulesOf({ en: { a: en }, de: { a: de } })

  it('has the arguments of the source (locale Messages)', () => {
    expect([
      against('{x}', 'X'),
      against('X', '{x}'),
      against('{x}', '{y}'),
      against('{x} {y}', '{y} {x}'),
    ]).toEqual([['de.json a arguments'], ['de.json a arguments'], ['de.json a arguments'], []])
  })

  it('keeps the kind of an argument; a count may lose plural forms', () => {
    expect(against('{n, number}', '{n, date}')).toEqual(['de.json a argument-kind'])
    expect(against('{n}', '{n, number}')).toEqual(['de.json a argument-kind'])
    expect(against('{n, plural, one {#} other {#}}', '{n, number}')).toEqual([])
    expect(against('{n, plural, one {#} other {#}}', '{n}')).toEqual(['de.json a argument-kind'])
  })

  it('has the tags of the source', () => {
    expect([
      against('<link>x</link>', 'x'),
      against('x', '<link>x</link>'),
      against('<link>x</link>', '<strong>x</strong>'),
      against('<link>x</link> <strong>y</strong>', '<strong>y</strong> <link>x</link>'),
    ]).toEqual([['de.json a tags'], ['de.json a tags'], ['de.json a tags'], []])
  })

  it('has the select keys of the source', () => {
    expect(
      against('{s, select, buy {x} sell {y} other {z}}', '{s, select, buy {x} other {z}}'),
    ).toEqual(['de.json a select-keys'])
    expect(against('{s, select, buy {x} other {z}}', '{s, select, other {z} buy {x}}')).toEqual([])
  })

  it('has no ids that the source lacks', () => {
    expect(rulesOf({ en: { a: 'A' }, de: { a: 'A', b: 'B' } })).toEqual(['de.json b unknown-id'])
  })

  it('checks a translation of a broken source by itself and once', () => {
    expect(rulesOf({ en: { a: '{' }, de: { a: 'A' } })).toEqual(['en.json a syntax'])
  })
})

describe('missing texts', () => {
  const en = { a: 'A', b: 'B' }
  const withList = (
    catalogs: Record<string, Record<string, string>>,
    list: string,
    required: ('de' | 'bg' | 'es-AR')[] = [],
  ) =>
    findingsOf({ ...filesOf(catalogs), 'fallback.json': list }, { required }).map(
      ({ file, id, rule }) => [file, id, rule].filter(Boolean).join(' '),
    )

  it('every id is in every language, or on the fallback list (locale Messages)', () => {
    expect(rulesOf({ en, de: { a: 'A' } })).toEqual(['de.json b missing'])
    expect(withList({ en, de: { a: 'A' } }, '{"de": ["b"]}')).toEqual([])
  })

  it('a required language without a file is missing as a whole', () => {
    expect(rulesOf({ en }, { required: ['bg'] })).toEqual([
      'bg.json a missing',
      'bg.json b missing',
    ])
    expect(withList({ en }, '{"bg": "*"}', ['bg'])).toEqual([])
  })

  it('allows a language to fall back as a whole (spec 8)', () => {
    const { modules, findings } = compileCatalogs({
      files: { ...filesOf({ en }), 'fallback.json': '{"bg": "*", "nl": "*"}' },
    })
    expect(findings).toEqual([])
    expect(modules.get('bg.ts')).toContain('"a": "A"')
    expect(modules.has('nl.ts')).toBe(true)
  })

  it('falls back to the nearest related language with the text', () => {
    const { modules } = compileCatalogs({
      files: { ...filesOf({ en, es: { a: 'Á', b: 'É' } }), 'fallback.json': '{"es-AR": "*"}' },
    })
    expect(modules.get('es-AR.ts')).toContain('"a": "Á"')
  })

  it('the list holds nothing that is not needed', () => {
    expect(withList({ en, de: { a: 'A', b: 'B' } }, '{"de": ["b"]}')).toEqual([
      'fallback.json b fallback',
    ])
    expect(withList({ en, de: { a: 'A', b: 'B' } }, '{"de": ["z"]}')).toEqual([
      'fallback.json z fallback',
    ])
  })

  it.each([
    ['{', 'fallback'],
    ['[]', 'fallback'],
    ['{"de": "b"}', 'fallback'],
    ['{"en": "*"}', 'fallback'],
    ['{"klingon": "*"}', 'unknown-locale'],
    ['{"de": [5]}', 'fallback'],
  ])('a list like %s is reported', (list, rule) => {
    expect(withList({ en, de: en }, list)).toEqual([`fallback.json ${rule}`])
  })

  it('a broken translation is reported once, not also as missing', () => {
    expect(rulesOf({ en, de: { a: '{', b: 'B' } })).toEqual(['de.json a syntax'])
  })
})

describe('unused ids', () => {
  const en = {
    'order.placed': 'x',
    'order.filled': 'x',
    'error.timeout': 'x',
    'error.expired': 'x',
  }
  const unused = (sources: string[]) => rulesOf({ en }, { sources })

  it('an id that no source names as a whole string is reported (locale Messages)', () => {
    expect(unused(["t('order.placed')", 't("order.filled")', 't(`error.timeout`)'])).toEqual([
      'en.json error.expired unused',
    ])
    expect(unused(["t('order.placed.now')", '// order.filled'])).toHaveLength(4)
  })

  it('accepts ids built at run time if a comment names them', () => {
    expect(
      unused(["t('order.placed') // x-locale: error.*", '/* x-locale: order.filled */']),
    ).toEqual([])
  })

  it('reports no unused ids without sources', () => {
    expect(rulesOf({ en })).toEqual([])
  })
})
