import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTo } from '../base/days.ts'
import {
  validateRange,
  pendingFault,
  positionOf,
  reduceRange,
  initialRange,
  spanOf,
  type RangeEvent,
  type RangeState,
} from './rangeReducer.ts'
import { momentRefusal, type MomentRules } from '../date-picker/moment.ts'

const isDisabled = (day: string) => day === '2026-11-15' || day === '2026-11-16'
const rules: MomentRules = { min: '2026-11-01', max: '2026-11-30', isDisabled, withTime: false }
const timed: MomentRules = { ...rules, withTime: true }
const run = (
  events: readonly RangeEvent[],
  {
    given = rules,
    from = initialRange(undefined),
  }: { readonly given?: MomentRules; readonly from?: RangeState } = {},
) => events.reduce((state, event) => reduceRange(state, event, given), from)
const press = (day: string): RangeEvent => ({ type: 'press', day: `2026-11-${day}` })
const type = (end: 'start' | 'end', text: string): RangeEvent => ({ type: 'type', end, text })
const settle: RangeEvent = { type: 'settle' }
const standing = initialRange({ start: '2026-11-03', end: '2026-11-08' })

describe('range presses (U14)', () => {
  it('set one end first and the range with the second (U14.30, spec 5.11)', () => {
    const once = run([press('05')], { from: standing })
    expect([once.value, once.texts, once.anchor]).toEqual([
      standing.value,
      { start: '2026-11-05', end: '' },
      '2026-11-05',
    ])
    expect(run([press('05'), press('09')], { from: standing })).toEqual(
      initialRange({ start: '2026-11-05', end: '2026-11-09' }),
    )
  })
  it('swap the ends for an earlier second press (U14.31)', () => {
    expect(run([press('09'), press('05')]).value).toEqual({
      start: '2026-11-05',
      end: '2026-11-09',
    })
  })
  it('make a one-day range, and start again with the third press (U14.32)', () => {
    expect(run([press('09'), press('09')]).value).toEqual({
      start: '2026-11-09',
      end: '2026-11-09',
    })
    expect(run([press('05'), press('09'), press('20')])).toMatchObject({
      value: { start: '2026-11-05', end: '2026-11-09' },
      anchor: '2026-11-20',
    })
  })
  it('refuse a disabled end and keep the first press (U14.33)', () => {
    expect(run([press('15')], { from: standing })).toEqual({
      ...standing,
      fault: { reason: 'disabled' },
    })
    const second = run([press('10'), press('16')])
    expect([second.value, second.anchor, second.fault]).toEqual([
      undefined,
      '2026-11-10',
      { reason: 'disabled' },
    ])
    expect(reduceRange(second, { type: 'press', day: '2026-12-01' }, rules).fault).toEqual({
      reason: 'late',
    })
    expect(reduceRange(second, { type: 'press', day: '2026-10-31' }, rules).fault).toEqual({
      reason: 'early',
    })
    expect(reduceRange(second, press('12'), rules)).toEqual(
      initialRange({ start: '2026-11-10', end: '2026-11-12' }),
    )
  })
  it('allow a disabled day inside (U14.34)', () => {
    expect(run([press('14'), press('17')]).value).toEqual({
      start: '2026-11-14',
      end: '2026-11-17',
    })
  })
  it('use whole days with times and keep set times (U14.35)', () => {
    expect(run([press('05'), press('09')], { given: timed }).value).toEqual({
      start: '2026-11-05 00:00:00',
      end: '2026-11-09 23:59:59',
    })
    const from = initialRange({ start: '2026-11-03 18:00:00', end: '2026-11-08 06:00:00' })
    expect(run([press('05'), press('09')], { given: timed, from }).value).toEqual({
      start: '2026-11-05 18:00:00',
      end: '2026-11-09 06:00:00',
    })
    expect(run([press('05'), press('05')], { given: timed, from }).value).toEqual({
      start: '2026-11-05 06:00:00',
      end: '2026-11-05 18:00:00',
    })
  })
  it('restore the previous range on leaving after one press (U14.36)', () => {
    expect(run([press('05'), { type: 'leave' }], { from: standing })).toEqual(standing)
    expect(run([{ type: 'leave' }], { from: standing })).toBe(standing)
  })
})

describe('range texts (U14)', () => {
  const judged = (start: string, end: string) => validateRange({ start, end }, rules)
  it('are empty, half, or a one-day range', () => {
    expect(initialRange(undefined).texts).toEqual({ start: '', end: '' })
    expect(judged('', '')).toEqual({ status: 'empty' })
    expect([judged('2026-11-05', ''), judged('', '2026-11-05')]).toEqual(
      Array.from({ length: 2 }, () => ({ status: 'refused', fault: { reason: 'bothEnds' } })),
    )
    expect(judged('2026-11-05', '2026-11-05')).toEqual({
      status: 'accepted',
      value: { start: '2026-11-05', end: '2026-11-05' },
    })
  })
  it('keep typed text and trim pasted text', () => {
    expect(run([type('start', '2026-11-05 ')]).texts.start).toBe('2026-11-05 ')
    const paste = (text: string) => run([{ type: 'paste', end: 'start', text }]).texts
    expect(paste(' 2026-11-05 ')).toEqual({ start: '2026-11-05', end: '' })
    expect(paste('1 ~ 2 ~ 3').start).toBe('1 ~ 2 ~ 3')
    for (const between of [' ~ ', '~', '  -  ', '  to  ', '–', '～', ' 〜 '])
      expect(paste(` 2026-11-09${between}2026-11-05 `)).toEqual({
        start: '2026-11-09',
        end: '2026-11-05',
      })
  })
  it('keep the times of ends pressed backwards, clamp to the calendar', () => {
    const from = initialRange({ start: '2026-11-03 18:00:00', end: '2026-11-08 06:00:00' })
    expect(run([press('09'), press('05')], { given: timed, from }).value).toEqual({
      start: '2026-11-05 18:00:00',
      end: '2026-11-09 06:00:00',
    })
    expect(
      run([press('05'), press('09')], { given: { ...timed, min: '2026-11-05 09:30:00' } }).value,
    ).toEqual({ start: '2026-11-05 09:30:00', end: '2026-11-09 23:59:59' })
  })
})

describe('spanOf (U14)', () => {
  it('follows the pointer between presses, both ways (U14.37)', () => {
    const began = run([press('10')])
    expect(spanOf(began)).toEqual({ from: '2026-11-10', to: '2026-11-10' })
    expect(spanOf(reduceRange(began, { type: 'hover', day: '2026-11-13' }, rules))).toEqual({
      from: '2026-11-10',
      to: '2026-11-13',
    })
    const back = reduceRange(began, { type: 'hover', day: '2026-11-07' }, rules)
    expect(spanOf(back)).toEqual({ from: '2026-11-07', to: '2026-11-10' })
    expect(
      ['2026-11-06', '2026-11-07', '2026-11-08', '2026-11-10'].map((day) => positionOf(back, day)),
    ).toEqual([undefined, 'start', 'inside', 'end'])
  })
  it('ignores the pointer without a first press (U14.38)', () => {
    expect(reduceRange(standing, { type: 'hover', day: '2026-11-20' }, rules)).toBe(standing)
    const began = run([press('10')])
    expect(reduceRange(began, { type: 'hover', day: undefined }, rules)).toBe(began)
    expect(spanOf(standing)).toEqual({ from: '2026-11-03', to: '2026-11-08' })
    expect(spanOf(initialRange(undefined))).toBeUndefined()
  })
})

describe('typing a range (U14)', () => {
  it('applies on settling with both ends, not at each key (U14.40)', () => {
    const typed = run([type('start', '2026/11/5'), type('end', '2026-11-9')], { from: standing })
    expect(typed.value).toEqual(standing.value)
    expect(reduceRange(typed, settle, rules)).toEqual(
      initialRange({ start: '2026-11-05', end: '2026-11-09' }),
    )
  })
  it('refuses one end alone, clears with none (U14.41, spec 5.11)', () => {
    const one = run([type('start', ''), settle], { from: standing })
    expect([one.fault, one.value, one.texts]).toEqual([
      { reason: 'bothEnds' },
      standing.value,
      { start: '', end: '2026-11-08' },
    ])
    expect(run([type('start', ''), type('end', ' '), settle], { from: standing })).toEqual(
      initialRange(undefined),
    )
  })
  it('refuses a start after the end and keeps the text (U14.42, spec 5.11)', () => {
    const late = run([type('start', '2026-11-09'), settle], { from: standing })
    expect([late.fault, late.value, late.texts.start]).toEqual([
      { reason: 'order' },
      standing.value,
      '2026-11-09',
    ])
    expect(run([type('end', '2026-11-10'), settle], { from: late }).value).toEqual({
      start: '2026-11-09',
      end: '2026-11-10',
    })
  })
  it('refuses disabled, outside and invalid ends by name (U14.43)', () => {
    expect(run([type('end', '2026-11-15'), settle], { from: standing }).fault).toEqual({
      reason: 'disabled',
      end: 'end',
    })
    expect(run([type('end', '2026-12-01'), settle], { from: standing }).fault).toEqual({
      reason: 'late',
      end: 'end',
    })
    expect(run([type('start', '2026-10-31'), settle], { from: standing }).fault).toEqual({
      reason: 'early',
      end: 'start',
    })
    expect(run([type('start', '2026-11-31'), settle], { from: standing }).fault).toEqual({
      reason: 'format',
      end: 'start',
    })
  })
  it('adds the first and last second to typed days (U14.44)', () => {
    expect(
      run([type('start', '2026-11-05'), type('end', '2026-11-05'), settle], { given: timed }).value,
    ).toEqual({ start: '2026-11-05 00:00:00', end: '2026-11-05 23:59:59' })
  })
  it('validates nothing between two presses (U14.45)', () => {
    const began = run([press('10')])
    expect(reduceRange(began, settle, rules)).toBe(began)
  })
})

describe('other range input (U14)', () => {
  it.each([
    '2026-11-05 ~ 2026-11-09',
    '2026-11-05~2026-11-09',
    '2026/11/5 - 2026/11/9',
    '2026-11-05 – 2026-11-09',
    '2026-11-05 to 2026-11-09',
  ])('pastes %j into both inputs (U14.50)', (text) => {
    expect(run([{ type: 'paste', end: 'end', text }], { from: standing }).value).toEqual({
      start: '2026-11-05',
      end: '2026-11-09',
    })
  })
  it('pastes one day into its input like typing (U14.51)', () => {
    expect(
      run([{ type: 'paste', end: 'end', text: ' 2026-11-20 ' }, settle], { from: standing }).value,
    ).toEqual({ start: '2026-11-03', end: '2026-11-20' })
    expect(
      run([{ type: 'paste', end: 'end', text: '2026–11–20' }, settle], { from: standing }).value,
      'dashes within one day',
    ).toEqual({ start: '2026-11-03', end: '2026-11-20' })
    expect(
      run([{ type: 'paste', end: 'end', text: '2026-11-15' }, settle], { from: standing }).fault,
    ).toEqual({ reason: 'disabled', end: 'end' })
    expect(
      run([{ type: 'paste', end: 'end', text: '2026-11-05 ~ 2026-11-16' }], { from: standing }),
    ).toMatchObject({ value: standing.value, fault: { reason: 'disabled', end: 'end' } })
    expect(
      run([{ type: 'paste', end: 'end', text: '2026-11-09 ~ 2026-11-05' }], { from: standing })
        .fault,
    ).toEqual({ reason: 'order' })
  })
  it('applies a valid shortcut at once, refuses a disabled end (U14.52)', () => {
    const shortcut = (start: string, end: string): RangeEvent => ({
      type: 'shortcut',
      range: { start, end },
    })
    expect(run([shortcut('2026-11-10', '2026-11-16')], { from: standing })).toEqual({
      ...standing,
      fault: { reason: 'disabled', end: 'end' },
    })
    expect(run([shortcut('2026-11-14', '2026-11-17')], { from: standing })).toEqual(
      initialRange({ start: '2026-11-14', end: '2026-11-17' }),
    )
    expect(run([shortcut('', '')], { from: standing })).toEqual(initialRange(undefined))
  })
  it('moves an end by time, refuses a reversed or invalid one (U14.53)', () => {
    const from = initialRange({ start: '2026-11-05 10:00:00', end: '2026-11-05 12:00:00' })
    const time = (end: 'start' | 'end', text: string) =>
      run([{ type: 'time', end, text }], { given: timed, from })
    expect(time('start', '9:30').value).toEqual({
      start: '2026-11-05 09:30:00',
      end: '2026-11-05 12:00:00',
    })
    expect(time('start', '12:00:01')).toEqual({ ...from, fault: { reason: 'order' } })
    expect(time('end', '25:00')).toEqual({ ...from, fault: { reason: 'timeFormat', end: 'end' } })
    expect(
      run([{ type: 'time', end: 'start', text: '09:00' }], {
        given: { ...timed, min: '2026-11-05 09:30:00' },
        from,
      }).fault,
    ).toEqual({ reason: 'early', end: 'start' })
    expect(run([{ type: 'time', end: 'start', text: '09:00' }], { from: standing })).toBe(standing)
    expect(run([{ type: 'time', end: 'start', text: '09:00' }], { given: timed })).toEqual(
      initialRange(undefined),
    )
  })
  it('ignores a time between two presses (U14.53)', () => {
    const from = initialRange({ start: '2026-11-05 10:00:00', end: '2026-11-07 12:00:00' })
    const pressed = run([press('09')], { given: timed, from })
    expect(
      run([{ type: 'time', end: 'start', text: '09:00' }], { given: timed, from: pressed }),
    ).toBe(pressed)
    expect(run([press('10')], { given: timed, from: pressed }).value).toEqual({
      start: '2026-11-09 10:00:00',
      end: '2026-11-10 12:00:00',
    })
  })
  it('takes a range from outside unchanged (U14.54)', () => {
    expect(run([press('10'), { type: 'reset', value: standing.value }])).toEqual(standing)
  })
})

it.each([
  ['2026-13-40', { reason: 'format', end: 'end' }],
  ['2026-11-01', { reason: 'order' }],
  ['', { reason: 'bothEnds' }],
  ['2026-11-09', undefined],
  ['2026-11-08', undefined],
])('refuses %j as the end of 2026-11-03 to 2026-11-08: %j before blur (U14.100)', (text, fault) => {
  expect(pendingFault(run([type('end', text)], { from: standing }), rules)).toEqual(fault)
})

it('keeps an accepted range until one of its texts changes (U14.103)', () => {
  const refused = initialRange({ start: '2026-11-15', end: '2026-11-20' })
  expect(pendingFault(refused, rules)).toBeUndefined()
  expect(pendingFault(run([type('end', '2026-11-21')], { from: refused }), rules)).toEqual({
    reason: 'disabled',
    end: 'start',
  })
  expect(pendingFault(run([type('start', '2026-11-16')], { from: refused }), rules)).toEqual({
    reason: 'disabled',
    end: 'start',
  })
  expect(pendingFault(run([type('start', '2026-11-14')], { from: refused }), rules)).toBeUndefined()
})

it('keeps a valid ordered value for any events (U14.55)', () => {
  const text = fc.oneof(
    fc.integer({ min: -5, max: 40 }).map((days) => addTo('2026-11-01', { days })),
    fc.constantFrom('', 'x', '2026-11-15', '2026-11-10 12:00', '2026-11-03 ~ 2026-11-16'),
  )
  const end = fc.constantFrom('start' as const, 'end' as const)
  const event: fc.Arbitrary<RangeEvent> = fc.oneof(
    fc.record({
      type: fc.constant('press' as const),
      day: fc.integer({ min: -5, max: 40 }).map((days) => addTo('2026-11-01', { days })),
    }),
    fc.record({
      type: fc.constant('hover' as const),
      day: fc.constantFrom('2026-11-04', undefined),
    }),
    fc.record({ type: fc.constantFrom('type' as const, 'paste' as const), end, text }),
    fc.record({
      type: fc.constant('time' as const),
      end,
      text: fc.constantFrom('00:00', '12:00', '23:59:59', 'x'),
    }),
    fc.record({
      type: fc.constant('shortcut' as const),
      range: fc.record({ start: text, end: text }),
    }),
    fc.constant({ type: 'settle' as const }),
    fc.constant({ type: 'leave' as const }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), fc.boolean(), (events, withTime) => {
      const given = { ...rules, withTime }
      let state = initialRange(undefined)
      for (const one of events) {
        state = reduceRange(state, one, given)
        const { value } = state
        if (!value) continue
        expect(value.start <= value.end).toBe(true)
        expect([momentRefusal(value.start, given), momentRefusal(value.end, given)]).toEqual([
          undefined,
          undefined,
        ])
        expect(validateRange(value, given)).toEqual({ status: 'accepted', value })
      }
    }),
    { numRuns: 300 },
  )
})
