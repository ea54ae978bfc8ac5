import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emitMessage, type EmitOptions } from './emitMessage.ts'
import { parseMessage } from './parseMessage.ts'
import { isLiteral, property, quote, withoutStrings } from './quoteText.ts'

const emit = (icu: string, options: Partial<EmitOptions> = {}) => {
  const parsed = parseMessage(icu, 'en')
  if ('fault' in parsed) throw new Error(parsed.fault)
  return emitMessage(parsed.elements, { hoist: () => 'o0', isolate: false, ...options })
}

/** Runs emitted code: the compiler's product is code, and running it is the test. */
// oxlint-disable-next-line no-implied-eval, no-new-func
const run = (code: string): unknown => new Function(`return ${code}`)()

describe('emitted code', () => {
  it.each([
    ['Spot', '"Spot"'],
    ['Hello {name}', '(a) => "Hello " + a.name'],
    ['{name}', '(a) => "" + a.name'],
    ['{a}{b}', '(a) => "" + a.a + a.b'],
    ['{n, number}', '(a, f) => f.number(a.n)'],
    ['{n, number, percent}', '(a, f) => f.number(a.n, o0)'],
    ['{d, date}', '(a, f) => f.date(a.d, o0)'],
    ['{0}', '(a) => "" + a["0"]'],
    ['{s, select, buy {B} other {S}}', '(a) => (a.s === "buy" ? "B" : "S")'],
    [
      '{n, plural, one {# order} other {# orders}}',
      '(a, f) => { const p0 = f.plural(a.n); return (p0 === "one" ? f.number(a.n) + ' +
        '" order" : f.number(a.n) + " orders") }',
    ],
    [
      '{n, plural, offset:1 =0 {none} other {#}}',
      '(a, f) => (a.n === 0 ? "none" : f.number(a.n - 1))',
    ],
    ['{n, plural, =0 {none} other {some}}', '(a) => (a.n === 0 ? "none" : "some")'],
    ['a <link>b</link>', '["a ", { tag: "link", children: ["b"] }]'],
    ['<link>{x}</link>', '(a) => [{ tag: "link", children: ["" + a.x] }]'],
  ])('%s becomes %s', (icu, code) => {
    expect(emit(icu)).toBe(code)
  })

  it('asks for a category once, however often the count decides', () => {
    const code = emit(
      '{n, plural, one {a} other {b}} {n, plural, one {c} other {d}} {n, ' +
        'selectordinal, one {e} two {f} few {g} other {h}}',
    )
    expect(code.match(/f\.plural\(/g)).toHaveLength(1)
    expect(code.match(/f\.ordinal\(/g)).toHaveLength(1)
  })

  it('puts exact values before categories, in whatever order they are written', () => {
    expect(emit('{n, plural, one {o} =1 {e} other {x}}')).toContain(
      '(a.n === 1 ? "e" : p0 === "one" ? "o" : "x")',
    )
  })

  it('counts by another language when one is given', () => {
    expect(emit('{n, plural, one {a} other {b}}', { rulesTag: 'en' })).toContain(
      'f.plural(a.n, "en")',
    )
  })

  it('isolates arguments, numbers and counts in right-to-left languages (locale Messages)', () => {
    expect(emit('{x} {n, number}', { isolate: true })).toBe(
      '(a, f) => "\\u2068" + a.x + "\\u2069 \\u2068" + f.number(a.n) + "\\u2069"',
    )
    expect(emit('{n, plural, other {# lots}}', { isolate: true })).toContain(
      '"\\u2068" + f.number(a.n) + "\\u2069 lots"',
    )
  })

  it('never mistakes a word of a text for an argument', () => {
    expect(emit('if f. and a. and f.plural(a.n)')).toBe('"if f. and a. and f.plural(a.n)"')
    expect(emit('a.x {y}')).toBe('(a) => "a.x " + a.y')
    expect(emit('{x} f.number')).toBe('(a) => "" + a.x + " f.number"')
  })

  it('escapes any text in the generated code', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '`${alert(1)}`',
        '"+alert(1)+"',
        '\\"+alert(1)//',
        '\u2028alert(1)\u2029',
        '</script>',
        '*/alert(1)/*',
        '\0',
        '\\u0022',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        expect(run(quote(text))).toBe(text)
        const literal = [{ type: 0 as const, value: text }]
        expect(run(emitMessage(literal, { hoist: () => 'o0', isolate: false }))).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('a select key is never more than a key', () => {
    const element = {
      type: 5 as const,
      value: 's',
      options: {
        '" ? alert(1) : "': { value: [{ type: 0 as const, value: 'x' }] },
        other: { value: [{ type: 0 as const, value: 'y' }] },
      },
    }
    const compiled = run(emitMessage([element], { hoist: () => 'o0', isolate: false })) as (
      args: object,
    ) => string
    expect([compiled({ s: '" ? alert(1) : "' }), compiled({ s: 'z' })]).toEqual(['x', 'y'])
  })
})

describe('quoting', () => {
  it('escapes what a reader of the module could not see', () => {
    expect(quote('a\u00a0b\u200fc\u2028d\ufeff')).toBe('"a\\u00a0b\\u200fc\\u2028d\\ufeff"')
    expect(quote('Größe – 中文 🚀')).toBe('"Größe – 中文 🚀"')
  })

  it('names a property plainly where the language allows it', () => {
    expect([property('name'), property('0'), property('a-b'), property('größe')]).toEqual([
      'a.name',
      'a["0"]',
      'a["a-b"]',
      'a["größe"]',
    ])
  })

  it('distinguishes a whole literal from an expression', () => {
    expect([
      isLiteral('"a"'),
      isLiteral('"a\\"b"'),
      isLiteral('"a" + "b"'),
      isLiteral('a.x'),
    ]).toEqual([true, true, false, false])
    expect(withoutStrings('"f.x" + a.y + "\\"a.z"')).toBe('"" + a.y + ""')
  })
})
