import { describe, expect, it } from 'vitest'
import { narrowedBy, wantedOf } from './statementFilter.ts'
import { plainName } from './kindNames.ts'
import { statementLines } from './csvLines.ts'
import { currentYear, hasSum, summaryText, yearFilter } from './taxYear.ts'

describe('a year of the statement', () => {
  it.each([
    ['2026-12-31T23:59:59.999Z', '2026'],
    ['2027-01-01T00:00:00.000Z', '2027'],
    // Still the old year in UTC, whatever the reader's clock says.
    ['2027-01-01T05:00:00.000+09:00', '2026'],
  ])('is that of UTC at %s', (moment, year) => {
    expect(currentYear({ now: () => Date.parse(moment) })).toBe(year)
  })

  it.each([
    ['2026', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['2028', '2028-01-01T00:00:00.000Z', '2028-12-31T23:59:59.999Z'],
  ])('has %s from its first to its last millisecond', (year, first, last) => {
    const { from, to } = yearFilter(year)
    expect([from, to].map((at) => new Date(Number(at)).toISOString())).toEqual([first, last])
  })

  it('follows the year before without a gap', () => {
    expect(Number(yearFilter('2027').from) - Number(yearFilter('2026').to)).toBe(1)
  })
})

const GAIN = {
  symbol: 'BTCUSDT',
  proceeds: '100',
  cost: '60',
  fees: '1',
  gain: '39',
  uncovered: '0',
  openShort: '0.00',
} as const
const gains = (part: object) => [{ ...GAIN, ...part }] as unknown as Parameters<typeof hasSum>[0]

describe('a sum that is no part of a gain', () => {
  it.each([
    [{}, false, false],
    [{ uncovered: '0.00000001' }, true, false],
    [{ openShort: '-5' }, false, true],
  ])('is found in %o', (part, uncovered, openShort) => {
    expect([hasSum(gains(part), 'uncovered'), hasSum(gains(part), 'openShort')]).toEqual([
      uncovered,
      openShort,
    ])
  })

  it('is none of no pair', () => {
    expect(hasSum([], 'uncovered')).toBe(false)
  })
})

describe('the summary of a year as a file', () => {
  const text = summaryText({
    gains: gains({}),
    assets: [
      {
        asset: 'USDT',
        opening: '10',
        closing: '49',
        kinds: [{ kind: 'trade', received: '100', paid: '61' }],
      },
    ],
  } as unknown as Parameters<typeof summaryText>[0])
  const rows = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)

  it('has a line for each pair, balance and movement', () => {
    expect(rows.slice(1)).toEqual([
      'gain,BTCUSDT,,,,100,60,1,39,0,0.00',
      'balance,USDT,opening,10,,,,,,,',
      'movement,USDT,trade,100,61,,,,,,',
      'balance,USDT,closing,49,,,,,,,',
    ])
  })

  it('names its columns first', () => {
    expect(rows[0]).toBe(
      'record,name,kind,received,paid,proceeds,cost,fees,gain,uncovered,openShort',
    )
  })
})

describe('the filter of the statement', () => {
  const utc = (at: number) => new Date(at).toISOString().slice(0, 10)
  const tokyo = (at: number) => utc(at + 9 * 3_600_000)

  it('has the days of the reader, both included', () => {
    const chosen = { asset: 'USDT', from: '2026-11-20', to: '2026-11-20' }
    expect(wantedOf(chosen, { dayOf: utc })).toEqual({
      asset: 'USDT',
      from: String(Date.UTC(2026, 10, 20)),
      to: String(Date.UTC(2026, 10, 21) - 1),
    })
    expect(wantedOf(chosen, { dayOf: tokyo })).toMatchObject({
      from: String(Date.UTC(2026, 10, 19, 15)),
      to: String(Date.UTC(2026, 10, 20, 15) - 1),
    })
  })

  it('asks for no moment before the first one', () => {
    expect(wantedOf({ from: '1969-01-01', to: '1969-01-02' }, { dayOf: utc })).toEqual({
      from: '0',
      to: '0',
    })
  })

  it.each([[{ from: 'soon' }], [{ to: '2026-13-45' }], [{}]])('has no day of %o', (chosen) => {
    expect(wantedOf(chosen, { dayOf: utc })).toEqual({})
  })

  it.each([
    [{}, 0],
    [{ asset: 'USDT' }, 1],
    [{ from: '2026-11-20', to: '2026-11-21' }, 1],
    [{ account: 'spot', kind: 'fee', from: '2026-11-20', to: '2026-11-21' }, 3],
  ])('is narrowed by %o', (chosen, count) => {
    expect(narrowedBy(chosen)).toBe(count)
  })
})

describe('the lines of the statement as a file', () => {
  it('have the time in UTC and an empty cell without a symbol', () => {
    const line = {
      lineId: '1',
      at: Date.UTC(2026, 10, 1, 8),
      account: 'spot',
      symbol: null,
      kind: 'fee',
      asset: 'USDT',
      amount: '-0.1',
      balance: '9.9',
      reference: 'r1',
    }
    expect(statementLines([line] as never)).toEqual([
      ['lineId', 'time', 'account', 'symbol', 'kind', 'asset', 'amount', 'balance', 'reference'],
      ['1', '2026-11-01T08:00:00.000Z', 'spot', '', 'fee', 'USDT', '-0.1', '9.9', 'r1'],
    ])
  })

  it.each([
    ['staking_reward', 'Staking reward'],
    ['x', 'X'],
    ['', ''],
  ])('names an unknown kind %j in words: %j', (kind, name) => {
    expect(plainName(kind)).toBe(name)
  })
})
