import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alterationOf, pasteAlteration } from './alteration.ts'
import {
  type AmountRules,
  type AmountState,
  amountOfState,
  insertAtOnce,
  readText,
  typeText,
} from './amountText.ts'

/** Random edits; the nightly run makes more. */
const EDITS = Number(process.env['AMOUNT_EDITS'] ?? 5_000)

const PLAIN: AmountRules = {
  decimals: 8,
  readTyped: (text) => text,
  readPasted: (text) => ({ text }),
}

/** Returns the field after typing keys at its end. */
function keyed(
  keys: string,
  {
    from = { shown: '' },
    rules = PLAIN,
  }: { readonly from?: AmountState; readonly rules?: AmountRules } = {},
): AmountState {
  return [...keys].reduce<AmountState>((state, key) => {
    const { length } = state.shown
    return typeText(
      state,
      { raw: state.shown + key, caret: length + 1, selection: { start: length, end: length } },
      rules,
    ).state
  }, from)
}

function deleted(state: AmountState): AmountState {
  const { length } = state.shown
  return typeText(
    state,
    { raw: state.shown.slice(0, -1), caret: length - 1, selection: { start: length, end: length } },
    PLAIN,
  ).state
}

describe('alterationOf', () => {
  it.each([
    ['.01', 8, 'leading-dot', '0.01'],
    ['．５', 8, 'leading-dot', '0.5'],
    ['..5', 8, 'leading-dot', '0.5'],
    ['.', 8, 'leading-dot', '0.'],
    ['-1', 8, 'negative', undefined],
    ['−0.5', 8, 'negative', undefined],
    ["0'5", 8, 'unreadable', '0.5'],
    ['0 5', 8, 'unreadable', '0.5'],
    ['0\u00a025', 8, 'unreadable', '0.25'],
    ['0 5', 0, 'unreadable', undefined],
    ['0 5.5', 8, 'unreadable', undefined],
    ['1e5', 8, 'unreadable', undefined],
    ['1k', 8, 'unreadable', undefined],
    ['5万', 8, 'unreadable', undefined],
    ['5%', 8, 'unreadable', undefined],
    ['12a', 8, 'unreadable', '12'],
    ['1a2', 8, 'unreadable', undefined],
    ['1..5', 8, 'unreadable', '1.5'],
    ['1.5.', 8, 'unreadable', '1.5'],
    ['1.2.3', 8, 'unreadable', undefined],
    ['1,5', 8, 'unreadable', undefined],
    ['1,234', 8, 'unreadable', undefined],
    ['1.239', 2, 'decimals', '1.23'],
    ['0.001', 2, 'decimals', undefined],
    ['1.', 0, 'fraction', '1'],
    ['1.5', 0, 'fraction', undefined],
    ['1'.repeat(21), 8, 'digits', undefined],
    ['1५', 8, 'unreadable', undefined],
    ['0٬5', 8, 'unreadable', undefined],
    ['1٬', 8, 'unreadable', undefined],
  ] as const)('refuses %s with %i decimals (U17.15)', (raw, decimals, kind, correction) => {
    expect(alterationOf(raw, { decimals })).toEqual({
      kind,
      ...(correction === undefined ? {} : { correction }),
    })
  })

  it.each([
    '',
    '1',
    '007',
    '0.5',
    '1.',
    '1.50',
    '1 234.5',
    '1\u202f234',
    '１２．５',
    '۱۲',
    '٣٫٥',
    '+5',
    '\u200e12',
    '1,234.5',
    '1,234,567',
    "1'234.5",
    '١٬٢٣٤٫٥',
  ])('accepts %s as it is (U17.16)', (raw) => {
    expect(alterationOf(raw, { decimals: 8 })).toBeUndefined()
  })

  it('counts no digits after a decimal comma in a whole number (OT1)', () => {
    // As a language with a decimal comma parses it.
    const rules: AmountRules = {
      ...PLAIN,
      decimals: 0,
      readTyped: (text) => text.replace(/,.*/, ''),
    }
    expect(keyed('2,0', { rules })).toMatchObject({
      shown: '2',
      alteration: { kind: 'fraction', correction: '2' },
    })
    expect(amountOfState(keyed('2,05', { rules }))).toBe('')
  })

  it('does not read the Arabic group separator as a decimal one (OT1)', () => {
    expect(amountOfState(keyed('0٬01'))).toBe('')
    expect(amountOfState(keyed('١٬٢٣٤'))).toBe('1234')
  })

  it('accepts extra trailing zeros (U17.16)', () => {
    expect(alterationOf('1.2300', { decimals: 2 })).toBeUndefined()
  })

  it('accepts the comma rule if it kept every digit (U17.16)', () => {
    expect(alterationOf(',25', { decimals: 8, read: '0.25' })).toBeUndefined()
    expect(alterationOf('1234,5', { decimals: 8, read: '1234.5' })).toBeUndefined()
    expect(alterationOf('1,239', { decimals: 2, read: '1.23' })).toEqual({
      kind: 'decimals',
      correction: '1.23',
    })
    expect(alterationOf('1.5,', { decimals: 2, read: '1.5' })).toEqual({
      kind: 'unreadable',
      correction: '1.5',
    })
    expect(alterationOf('1,', { decimals: 0, read: '1' })).toEqual({
      kind: 'fraction',
      correction: '1',
    })
    expect(
      alterationOf(`${'1'.repeat(21)},5`, { decimals: 2, read: `${'1'.repeat(20)}.5` }),
    ).toMatchObject({ kind: 'digits' })
  })

  it('detects a minus or decimals that a paste left out (U17.17)', () => {
    for (const text of ['-5', '-$5', 'USDT -5', '− 5'])
      expect(pasteAlteration(text, { decimals: 8, read: '5' })).toEqual({ kind: 'negative' })
    expect(pasteAlteration('12.2399 USDT', { decimals: 2, read: '12.23' })).toEqual({
      kind: 'decimals',
      correction: '12.23',
    })
    for (const text of ['$5', '5 BTC', 'BTC-USDT: 5'])
      expect(pasteAlteration(text, { decimals: 8, read: '5' })).toBeUndefined()
    expect(pasteAlteration('1.234,50 €', { decimals: 2, read: '1234.50' })).toBeUndefined()
  })
})

describe('typing in an altered text', () => {
  it('keeps the visible text and offers a correction (U17.15)', () => {
    expect(keyed('.01')).toEqual({
      shown: '01',
      alteration: { kind: 'leading-dot', correction: '0.01' },
      typed: '.01',
    })
    expect(keyed('1e5')).toMatchObject({ shown: '15', alteration: { kind: 'unreadable' } })
  })

  it('accepts a number once the whole text forms one (U17.18)', () => {
    expect(amountOfState(keyed('1,234.5'))).toBe('1234.5')
    expect(deleted(keyed('1.234567891'))).toEqual({ shown: '1.2345678' })
    expect(deleted(keyed('12a'))).toEqual({ shown: '1' })
  })

  it('forgets the alteration with the last visible digit (U17.18)', () => {
    expect(deleted(deleted(keyed('.01')))).toEqual({ shown: '' })
  })

  it('forgets the alteration when the whole text is replaced (U17.18)', () => {
    const altered = keyed('.01')
    const selection = { start: 0, end: 2 }
    const first = typeText(altered, { raw: '0', caret: 1, selection }, PLAIN).state
    expect(keyed('.01', { from: first })).toEqual({ shown: '0.01' })
    expect(insertAtOnce(altered, { ...selection, insert: '0.5', rules: PLAIN })).toEqual({
      state: { shown: '0.5' },
      caret: 3,
    })
  })

  it('stays refused without a correction after an edit before its end (U17.18)', () => {
    const altered = keyed('.01')
    const { state } = typeText(
      altered,
      { raw: '001', caret: 1, selection: { start: 0, end: 0 } },
      PLAIN,
    )
    expect(state).toEqual({ shown: '01', alteration: { kind: 'leading-dot' } })
    expect(keyed('5', { from: state })).toEqual({
      shown: '015',
      alteration: { kind: 'leading-dot' },
    })
  })

  it('refuses a fraction in a whole-number field instead of joining digits (U17.15)', () => {
    expect(amountOfState(keyed('1.5', { rules: { ...PLAIN, decimals: 0 } }))).toBe('')
  })
})

/**
 * Returns the visible number in units of 10^-12, `undefined` if it is no plain number. Independent
 * of the code under test.
 */
function seen(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^\+*(\d+)(?:\.(\d*))?$/.exec(text.replaceAll(' ', '')) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(30, '0'))
}

describe('properties of edits', () => {
  const key = fc.constantFrom('0', '0', '1', '5', '9', '.', '.', 'e', 'k', '-', '+', ' ')

  it('submits the number typed key by key, or none (U17.19)', () => {
    fc.assert(
      fc.property(
        fc.array(key, { maxLength: 30 }).map((keys) => keys.join('')),
        fc.integer({ min: 0, max: 8 }),
        (keys, decimals) => {
          const amount = amountOfState(keyed(keys, { rules: { ...PLAIN, decimals } }))
          if (amount !== '') expect(seen(amount), keys).toBe(seen(keys))
        },
      ),
      { numRuns: EDITS },
    )
  })

  it('submits the visible number after any edits, or none (U17.19)', () => {
    const text = fc.oneof(
      key,
      fc.constant(''),
      fc.constant(''),
      fc.stringMatching(/^[0-9.]{0,24}$/),
      fc.stringMatching(/^[-+.e0-9 ]{0,8}$/),
    )
    const edit = fc.record({
      from: fc.nat(12),
      to: fc.nat(12),
      isAtEnd: fc.boolean(),
      isPaste: fc.boolean(),
      insert: text,
    })
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 8 }),
        (edits, decimals) => {
          const rules = { ...PLAIN, decimals }
          let state: AmountState = { shown: '' }
          // The typed text with all left-out characters; `undefined` after an edit inside an
          // altered text.
          let typed: string | undefined = ''
          for (const { from, to, isAtEnd, isPaste, insert } of edits) {
            const { shown } = state
            const start = isAtEnd ? shown.length : Math.min(from, to, shown.length)
            const end = isAtEnd ? shown.length : Math.min(Math.max(from, to), shown.length)
            const raw = shown.slice(0, start) + insert + shown.slice(end)
            const isAll = shown !== '' && start === 0 && end === shown.length
            if (amountOfState(state) !== '' || isAll || raw === '' || typed === '') typed = raw
            else typed = start === shown.length && typed !== undefined ? typed + insert : undefined
            const caret = start + insert.length
            const next =
              isPaste && insert !== ''
                ? insertAtOnce(state, { start, end, insert, rules })
                : typeText(state, { raw, caret, selection: { start, end } }, rules)
            if ('refused' in next) return void expect.unreachable()
            state = next.state
            const amount = amountOfState(state)
            if (amount === '') continue
            if (typed === undefined) {
              // A deletion at the end may only have removed left-out characters.
              expect(start).toBeLessThan(shown.length)
              expect(end === shown.length && shown.startsWith(raw)).toBe(true)
              typed = amount
            } else {
              expect(seen(amount), typed).toBe(seen(typed))
            }
            expect(next.caret).toBeLessThanOrEqual(state.shown.length)
          }
        },
      ),
      { numRuns: EDITS },
    )
  })

  it('has no text and no alteration in an empty field (U17.19)', () => {
    expect(readText('', { caret: 0, rules: PLAIN })).toEqual({ state: { shown: '' }, caret: 0 })
  })
})
