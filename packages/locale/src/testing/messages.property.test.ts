import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageFormat } from '../messages/createMessageFormat.ts'
import { emitMessage } from '../compiler/emitMessage.ts'
import { parseMessage } from '../compiler/parseMessage.ts'

type Args = Readonly<Record<string, unknown>>

/** A message as text and as the function that a reader of the standard would write for it. */
interface Specimen {
  readonly icu: string
  readonly meaning: (args: Args, pound: number | undefined) => string
}

const ENGLISH = createMessageFormat({ locale: 'en' })
const cardinal = new Intl.PluralRules('en')
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const grouped = new Intl.NumberFormat('en')

const word: fc.Arbitrary<Specimen> = fc
  .stringMatching(/^[a-zA-Z .,!?"\\/\-éж中🚀\n]{1,8}$/u)
  .map((icu) => ({ icu, meaning: () => icu }))
/** Between letters, because two quotes that meet make one apostrophe. */
const quoted: fc.Arbitrary<Specimen> = fc
  .constantFrom(["a'{'b", 'a{b'], ["a'}'b", 'a}b'], ["I''m", "I'm"], ["don't", "don't"])
  .map(([icu = '', said = '']) => ({ icu, meaning: () => said }))
const text: fc.Arbitrary<Specimen> = fc
  .constantFrom('x', 'y')
  .map((name) => ({ icu: `{${name}}`, meaning: (args) => String(args[name]) }))
const number: fc.Arbitrary<Specimen> = fc.constantFrom('n', 'm').map((name) => ({
  icu: `{${name}, number}`,
  meaning: (args) => grouped.format(args[name] as number),
}))

const { message } = fc.letrec<{
  message: Specimen
  pluralBranch: Specimen
  part: Specimen
  plural: Specimen
  select: Specimen
}>((tie) => {
  const join = (parts: Specimen[]): Specimen => ({
    icu: parts.map(({ icu }) => icu).join(''),
    meaning: (args, pound) => parts.map((part) => part.meaning(args, pound)).join(''),
  })
  const pound: Specimen = {
    icu: '#',
    meaning: (_args, count) => grouped.format(count ?? Number.NaN),
  }
  return {
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      quoted,
      text,
      number,
      tie('plural'),
      tie('select'),
    ),
    message: fc.array(tie('part'), { maxLength: 4 }).map(join),
    pluralBranch: fc.array(fc.oneof(fc.constant(pound), tie('part')), { maxLength: 3 }).map(join),
    select: fc.record({ buy: tie('message'), other: tie('message') }).map(({ buy, other }) => ({
      icu: `{side, select, buy {${buy.icu}} other {${other.icu}}}`,
      meaning: (args) => (args['side'] === 'buy' ? buy : other).meaning(args, undefined),
    })),
    plural: fc
      .record({
        name: fc.constantFrom('n', 'm'),
        offset: fc.constantFrom(0, 1),
        isOrdinal: fc.boolean(),
        zero: tie('pluralBranch'),
        one: tie('pluralBranch'),
        two: tie('pluralBranch'),
        few: tie('pluralBranch'),
        other: tie('pluralBranch'),
      })
      .map(({ name, offset, isOrdinal, ...branches }) => ({
        icu: [
          `{${name}, ${isOrdinal ? 'selectordinal' : 'plural'}, ${offset ? 'offset:1 ' : ''}`,
          `one {${branches.one.icu}} =0 {${branches.zero.icu}} `,
          isOrdinal ? `two {${branches.two.icu}} few {${branches.few.icu}} ` : '',
          `other {${branches.other.icu}}}`,
        ].join(''),
        meaning: (args: Args) => {
          const value = args[name] as number
          const category = (isOrdinal ? ordinal : cardinal).select(value - offset)
          const branch =
            value === 0 ? branches.zero : branches[category as 'one' | 'two' | 'few' | 'other']
          return branch.meaning(args, value - offset)
        },
      })),
  }
})

describe('compiled messages', () => {
  it('format any nesting as the reference implementation does (locale Messages)', () => {
    const args = fc.record({
      x: fc.string(),
      y: fc.integer(),
      n: fc.integer({ min: 0, max: 23 }),
      m: fc.constantFrom(0, 1, 2, 3, 1000, 123_456),
      side: fc.constantFrom('buy', 'sell'),
    })
    fc.assert(
      fc.property(message, args, (specimen, given) => {
        const parsed = parseMessage(specimen.icu, 'en')
        if ('fault' in parsed) return void expect.unreachable(`${specimen.icu}: ${parsed.fault}`)
        const code = emitMessage(parsed.elements, { hoist: () => '{}', isolate: false })
        // The compiler's product is code; running it is the test.
        // oxlint-disable-next-line no-implied-eval, no-new-func
        const compiled = new Function(`return ${code}`)() as
          | string
          | ((args: Args, format: unknown) => string)
        const result = typeof compiled === 'string' ? compiled : compiled(given, ENGLISH)
        expect(result, `${specimen.icu}\n${code}`).toBe(specimen.meaning(given, undefined))
      }),
      { numRuns: 3000 },
    )
  })
})
