import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectCodes, parseCode, REFERRAL_FIELDS } from './referralCodes.ts'

describe('REFERRAL_FIELDS', () => {
  it('lists the codes of the specification (spec 3.12)', () => {
    expect(REFERRAL_FIELDS).toEqual([
      'channelCode',
      'vipCode',
      'actCode',
      'clacCode',
      'commonCode',
      'groupId',
    ])
  })
})

describe('parseCode', () => {
  it.each([
    ['abc', 'abc'],
    ['abc,def', 'abc'],
    ['  abc  ,def', 'abc'],
    ['A-b_9', 'A-b_9'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('reads %j as %j (R2, spec 5.3)', (value, code) => {
    expect(parseCode(value)).toBe(code)
  })

  it.each([
    [''],
    [','],
    [',abc'],
    ['   '],
    ['a b'],
    ['a.b'],
    ['ä'],
    ['<b>'],
    ['x'.repeat(65)],
    ['a\nb'],
    [undefined],
    [null],
    [5],
    [['abc']],
  ])('reads %j as no code (R2)', (value) => {
    expect(parseCode(value)).toBeUndefined()
  })

  it('returns only 1 to 64 letters, digits, underscores and hyphens (R2)', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const code = parseCode(value)
        if (code === undefined) return
        expect(code).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
        expect(value.split(',')[0]?.trim()).toBe(code)
      }),
    )
  })
})

describe('collectCodes', () => {
  const collect = (values: Record<string, unknown>) => collectCodes((field) => values[field])

  it('collects every valid code', () => {
    expect(
      collect({ channelCode: 'c', vipCode: 'v', actCode: 'a,b', groupId: '1', commonCode: '!' }),
    ).toEqual({ channelCode: 'c', vipCode: 'v', actCode: 'a', groupId: '1' })
  })

  it.each([[{ channelCode: 'c' }], [{ vipCode: 'v' }], [{ channelCode: 'c', vipCode: '!' }]])(
    'requires channel and VIP code as a pair: %j (R5, spec 5.3)',
    (values) => {
      expect(collect(values)).toBeUndefined()
      expect(collect({ ...values, actCode: 'a' })).toEqual({ actCode: 'a' })
    },
  )

  it('returns undefined without a valid code', () => {
    expect(collect({})).toBeUndefined()
  })
})
