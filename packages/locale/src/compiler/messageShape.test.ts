import { describe, expect, it } from 'vitest'
import { styleOptions } from './formatStyles.ts'
import { hasTags, messageShape } from './messageShape.ts'
import { messagesInterface } from './messagesInterface.ts'
import { parseMessage, traverse } from './parseMessage.ts'

const parse = (icu: string) => {
  const parsed = parseMessage(icu, 'en')
  if ('fault' in parsed) throw new Error(parsed.fault)
  return parsed.elements
}
const kinds = (icu: string) =>
  Object.fromEntries([...messageShape(parse(icu)).args].map(([name, { kind }]) => [name, kind]))
const member = (icu: string) => {
  const [line] =
    /readonly 'id': .*/.exec(
      messagesInterface(new Map([['id', { text: icu, shape: messageShape(parse(icu)) }]])),
    ) ?? []
  return line?.replace("readonly 'id': ", '')
}
const options = (icu: string) => {
  const [element] = parse(icu)
  return element && 'style' in element ? styleOptions(element) : undefined
}

describe('the shape of a message', () => {
  it('names each argument with its use', () => {
    expect(
      kinds(
        '{a} {b, number} {c, date} {d, time} {e, plural, one {#} other {#}} {f, ' +
          'selectordinal, one {#} two {#} few {#} other {#}} {g, select, x {X} other {Y}}',
      ),
    ).toEqual({
      a: 'text',
      b: 'number',
      c: 'date',
      d: 'date',
      e: 'plural',
      f: 'plural',
      g: 'select',
    })
  })

  it('finds arguments inside branches and tags', () => {
    expect(kinds('{n, plural, one {{a}} other {<link>{b}</link>}}')).toEqual({
      n: 'plural',
      a: 'text',
      b: 'text',
    })
  })

  it('the most demanding use counts, in either order', () => {
    for (const icu of ['{n} {n, number}', '{n, number} {n}'])
      expect(kinds(icu)).toEqual({ n: 'number' })
    for (const icu of [
      '{n, number} {n, plural, one {#} other {#}}',
      '{n, plural, one {#} other {#}} {n}',
    ])
      expect(kinds(icu)).toEqual({ n: 'plural' })
  })

  it('collects select keys over the whole message', () => {
    const { args } = messageShape(
      parse('{s, select, a {1} other {2}} {s, select, b {1} other {2}}'),
    )
    expect([...(args.get('s')?.keys ?? [])]).toEqual(['a', 'b'])
  })

  it('says which argument cannot have a type', () => {
    expect(messageShape(parse('{x, date} {x, number}')).clash).toBe('x')
    expect(messageShape(parse('{x, date} {x, time}')).clash).toBeUndefined()
  })

  it('knows its tags, however deep', () => {
    expect([
      ...messageShape(parse('{n, plural, one {<link>x</link>} other {<strong>y</strong>}}')).tags,
    ]).toEqual(['link', 'strong'])
    expect([
      hasTags(parse('{n, plural, one {<link>x</link>} other {y}}')),
      hasTags(parse('{n, plural, one {x} other {y}}')),
    ]).toEqual([true, false])
  })

  it('traverses elements with those that enclose them', () => {
    const depths = [...traverse(parse('a {n, plural, one {<link>b</link>} other {c}}'))].map(
      ({ element, inside }) => `${element.type}:${inside.length}`,
    )
    expect(depths).toEqual(['0:0', '6:0', '8:1', '0:2', '0:1'])
  })
})

describe('the type of a message', () => {
  it.each([
    ['Spot', 'string'],
    ['{x}', '(args: { readonly x: string | number }, format: MessageFormat) => string'],
    [
      '{n, plural, one {#} other {#}}',
      '(args: { readonly n: number }, format: MessageFormat) => string',
    ],
    [
      '{n, number} {d, date}',
      '(args: { readonly n: number | bigint | string; readonly d: number | Date }, ' +
        'format: MessageFormat) => string',
    ],
    [
      '{s, select, a {A} other {B}}',
      "(args: { readonly s: 'a' | (string & {}) }, format: MessageFormat) => string",
    ],
    ['<link>x</link> <value>y</value>', "Rich<'link' | 'value'>"],
    [
      '<link>{x}</link>',
      "(args: { readonly x: string | number }, format: MessageFormat) => Rich<'link'>",
    ],
    ['{0}', "(args: { readonly '0': string | number }, format: MessageFormat) => string"],
  ])('%s is %s', (icu, type) => {
    expect(member(icu)).toBe(type)
  })

  it('shows the English text in a comment that no text can end', () => {
    expect(
      messagesInterface(new Map([['id', { text: 'a */ b\n  c', shape: messageShape([]) }]])),
    ).toContain('/** a *\\/ b c */')
  })
})

describe('styles', () => {
  it.each([
    ['{n, number}', {}],
    ['{n, number, integer}', { maximumFractionDigits: 0 }],
    ['{n, number, percent}', { style: 'percent' }],
    ['{n, number, ::.00}', { minimumFractionDigits: 2, maximumFractionDigits: 2 }],
    ['{n, number, ::compact-short}', { notation: 'compact', compactDisplay: 'short' }],
    ['{d, date}', { dateStyle: 'medium' }],
    ['{d, date, full}', { dateStyle: 'full' }],
    ['{d, time}', { timeStyle: 'medium' }],
    ['{d, time, short}', { timeStyle: 'short' }],
    ['{n, number, fancy}', null],
    ['{n, number, ::currency/EUR}', null],
    ['{n, number, ::scale/100}', null],
    ['{d, date, soon}', null],
    ['{n, number, toString}', null],
  ])('%s asks for %j', (icu, expected) => {
    expect(options(icu)).toEqual(expected)
  })
})
