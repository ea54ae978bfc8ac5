import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captureReferral, parseRecord } from './captureReferral.ts'
import type { ReferralLink } from './readLink.ts'
import { DAY_MS, parseReferralConfig } from './referralConfig.ts'

const NOW = 1_732_238_512_345
const link: ReferralLink = {
  codes: { channelCode: 'c1', vipCode: 'v1', actCode: 'a1' },
  currentLink: 'https://x.example/de/join',
  path: '/de/join',
}
const open = {
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: NOW - 1000,
  cacheEndTime: NOW + 1000,
  channelCodeList: [],
  activeLinkList: [],
}
const capture = (config: Record<string, unknown> = {}, from: Partial<ReferralLink> = {}) =>
  captureReferral(
    { ...link, ...from },
    {
      config: parseReferralConfig({ ...open, ...config }),
      at: NOW,
      stripLocale: (path) => path.replace(/^\/de(?=\/)/, ''),
    },
  )

describe('captureReferral', () => {
  it('stores codes for the configured days, also beyond the window (R7)', () => {
    expect(capture()).toEqual({
      channelCode: 'c1',
      vipCode: 'v1',
      actCode: 'a1',
      currentLink: 'https://x.example/de/join',
      effectiveEndTime: NOW + 7 * DAY_MS,
    })
  })

  it.each([
    ['begins now', { cacheBeginTime: NOW }, true],
    ['begins later', { cacheBeginTime: NOW + 1 }, false],
    ['ends later', { cacheEndTime: NOW + 1 }, true],
    ['ends now', { cacheEndTime: NOW }, false],
    ['has an unparsable begin', { cacheBeginTime: 'soon' }, false],
    ['has an unparsable end', { cacheEndTime: undefined }, false],
    ['is not open', { open: false }, false],
  ])('respects a window that %s (R3, spec 4.4)', (_name, config, captured) => {
    expect(capture(config) !== undefined).toBe(captured)
  })

  it.each([[0], [-7], [366], ['7']])('stores nothing for %j days (R7)', (cacheEffectiveTime) => {
    expect(capture({ cacheEffectiveTime })).toBeUndefined()
  })

  it('drops the pair of an unlisted channel code, keeps other codes (R4)', () => {
    expect(capture({ channelCodeList: ['c1'] })).toMatchObject({ channelCode: 'c1' })
    expect(capture({ channelCodeList: ['c2'] })).toEqual({
      actCode: 'a1',
      currentLink: link.currentLink,
      effectiveEndTime: NOW + 7 * DAY_MS,
    })
    expect(
      capture({ channelCodeList: ['c2'] }, { codes: { channelCode: 'c1', vipCode: 'v1' } }),
    ).toBeUndefined()
  })

  it.each([
    [['/de/join'], true],
    [['/join'], true],
    [['/other', 'https://x.example/join/'], true],
    [['/other'], false],
    [['/'], false],
    [['/join/deeper'], false],
  ])('a list of paths %j, in any language: captured %s (R4)', (activeLinkList, captured) => {
    expect(capture({ activeLinkList }) !== undefined).toBe(captured)
  })
})

describe('parseRecord', () => {
  const record = {
    channelCode: 'c1',
    vipCode: 'v1',
    currentLink: 'https://x.example/',
    effectiveEndTime: NOW + DAY_MS,
  }
  const parse = (value: unknown) => parseRecord(JSON.stringify(value), NOW)

  it('parses the record it stored (R14)', () => {
    expect(parse(record)).toEqual(record)
  })

  it('accepts an end up to a year and a day ahead (R14, R7)', () => {
    const latest = { ...record, effectiveEndTime: NOW + 366 * DAY_MS }
    expect(parse(latest)).toEqual(latest)
  })

  it('ignores fields of a stored record that do not fit (R14)', () => {
    expect(parse({ ...record, vipCode: '<b>', actCode: 'ok', more: 1, ['__proto__x']: 2 })).toEqual(
      { actCode: 'ok', currentLink: record.currentLink, effectiveEndTime: record.effectiveEndTime },
    )
  })

  it.each([
    [{ ...record, effectiveEndTime: NOW }],
    [{ ...record, effectiveEndTime: NOW + 366 * DAY_MS + 1 }],
    [{ ...record, effectiveEndTime: String(NOW + 1) }],
    [{ ...record, currentLink: 5 }],
    [{ ...record, currentLink: 'javascript:alert(1)' }],
    [{ ...record, currentLink: 'https://x.example/?token=1' }],
    [{ ...record, currentLink: `https://${'x'.repeat(505)}` }],
    [{ currentLink: 'https://x.example/', effectiveEndTime: NOW + 1 }],
    [[]],
    [null],
    ['text'],
    [7],
  ])('takes %j for nothing (R14)', (value) => {
    expect(parse(value)).toBeUndefined()
  })

  it('never throws on any stored text (R14)', () => {
    expect([parseRecord(null, NOW), parseRecord('{', NOW), parseRecord('', NOW)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseRecord(text, NOW)))
  })
})
