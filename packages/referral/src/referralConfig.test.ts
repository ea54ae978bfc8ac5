import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, parseReferralConfig, pathOf } from './referralConfig.ts'

const whole = {
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: 1000,
  cacheEndTime: 2000,
  channelCodeList: ['c'],
  activeLinkList: ['/join'],
}

describe('parseReferralConfig', () => {
  it('reads the fields of the specification (spec 3.12, wire 10)', () => {
    expect(parseReferralConfig(whole)).toEqual({
      open: true,
      lifeMs: 7 * 86_400_000,
      begin: 1000,
      end: 2000,
      channelCodes: ['c'],
      paths: ['/join'],
    })
  })

  it.each([
    ['milliseconds', 1_732_238_512_345, 1_732_238_512_345],
    ['milliseconds in digits', '1732238512345', 1_732_238_512_345],
    ['fifteen digits, the most', '100000000000000', 100_000_000_000_000],
    ['a date', '2024-11-22', Date.UTC(2024, 10, 22)],
    ['a time with a zone', '2024-11-22T03:21:52.345+02:00', Date.UTC(2024, 10, 22, 1, 21, 52, 345)],
    ['a time in UTC', '2024-11-22T01:21:52Z', Date.UTC(2024, 10, 22, 1, 21, 52)],
    ['a time without a zone, as UTC', '2024-11-22T01:21', Date.UTC(2024, 10, 22, 1, 21)],
  ])('reads %s (R3)', (_name, value, expected) => {
    expect(parseReferralConfig({ ...whole, cacheBeginTime: value }).begin).toBe(expected)
  })

  it.each([
    [undefined],
    [null],
    [''],
    ['soon'],
    ['22.11.2024'],
    ['Nov 22, 2024'],
    ['2024-13-01'],
    ['2024-11-22T99:00'],
    ['1000000000000000'],
    [{}],
    [Number.NaN],
  ])('reads %j as unparsable (R3)', (value) => {
    expect(parseReferralConfig({ ...whole, cacheEndTime: value }).end).toBeNaN()
  })

  it.each([
    [0],
    [-1],
    [365.5],
    [366],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['7'],
    [null],
    [undefined],
  ])('has no life for %j days (R7)', (days) => {
    expect(parseReferralConfig({ ...whole, cacheEffectiveTime: days }).lifeMs).toBeUndefined()
  })

  it.each([
    [0.5, 43_200_000],
    [1, DAY_MS],
    [365, 365 * DAY_MS],
  ])('%d days are %d ms (R7, spec 9.4)', (days, expected) => {
    expect(parseReferralConfig({ ...whole, cacheEffectiveTime: days }).lifeMs).toBe(expected)
  })

  it.each([[false], ['true'], [1], [undefined]])('reads open: %j as closed (R10)', (open) => {
    expect(parseReferralConfig({ ...whole, open }).open).toBe(false)
  })

  it('reads a missing list as an empty one (R4)', () => {
    const { channelCodes, paths } = parseReferralConfig({
      ...whole,
      channelCodeList: ['a'],
      activeLinkList: ['https://x.example/join/?a=1', '/act'],
    })
    expect([channelCodes, paths]).toEqual([['a'], ['/join', '/act']])
    expect(
      parseReferralConfig({ ...whole, channelCodeList: null, activeLinkList: undefined }),
    ).toMatchObject({ open: true, channelCodes: [], paths: [] })
  })

  it.each([['a'], [5], [{}], [[5]], [['a', null]]])(
    'closes if %j is given as a list of texts (R4)',
    (list) => {
      expect(parseReferralConfig({ ...whole, channelCodeList: list }).open).toBe(false)
      expect(parseReferralConfig({ ...whole, activeLinkList: list }).open).toBe(false)
    },
  )

  it('never throws, and stays closed unless open is true', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (data) => void expect(typeof parseReferralConfig(data).open).toBe('boolean'),
      ),
    )
  })
})

describe('pathOf', () => {
  it.each([
    ['/join', '/join'],
    ['/join/', '/join'],
    ['/', '/'],
    ['', '/'],
    ['https://x.example', '/'],
    ['https://x.example/join/now?x=/y#z', '/join/now'],
    ['HTTP://x.example/join', '/join'],
    ['/join?x#y', '/join'],
  ])('reads %j as %j', (link, path) => expect(pathOf(link)).toBe(path))
})
