import { describe, expect, it } from 'vitest'
import type { RecordKind } from '../../data/history/pageRequest.ts'
import { FIELDS, isNarrowed, passes, type RecordFilter, wantedOf } from './filter.ts'

const order = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  status: 'filled',
  season: 2,
  createdAt: Date.UTC(2026, 10, 20, 23, 30),
} as const
const utc = (at: number) => new Date(at).toISOString().slice(0, 10)
const tokyo = (at: number) => utc(at + 9 * 3_600_000)
const look = (
  filter: RecordFilter,
  { kind = 'history', dayOf = utc }: { kind?: RecordKind; dayOf?: (at: number) => string } = {},
) => passes(order, filter, { kind, dayOf })

describe('filters of records', () => {
  it('let everything pass when nothing is asked', () => {
    expect([look({}), isNarrowed({}, 'history')]).toEqual([true, false])
  })
  it.each([
    ['symbol', 'BTCUSDT', 'ETHUSDT'],
    ['side', 'buy', 'sell'],
    ['type', 'limit', 'market'],
    ['status', 'filled', 'cancelled'],
    ['season', '2', '1'],
    ['from', '2026-11-20', '2026-11-21'],
    ['to', '2026-11-20', '2026-11-19'],
  ])('%s lets %s pass and %s not', (field, right, wrong) => {
    expect([
      look({ [field]: right }),
      look({ [field]: wrong }),
      isNarrowed({ [field]: wrong }, 'history'),
    ]).toEqual([true, false, true])
  })
  it('have to agree all of them', () => {
    expect([
      look({ symbol: 'BTCUSDT', side: 'buy' }),
      look({ symbol: 'BTCUSDT', side: 'sell' }),
    ]).toEqual([true, false])
  })
  it('count days where the reader is', () => {
    expect([look({ to: '2026-11-20' }), look({ to: '2026-11-20' }, { dayOf: tokyo })]).toEqual([
      true,
      false,
    ])
  })
  it('hides no rows by a field of another list', () => {
    expect([
      look({ status: 'cancelled' }, { kind: 'open' }),
      isNarrowed({ status: 'cancelled' }, 'fills'),
    ]).toEqual([true, false])
    expect(FIELDS.fills).not.toContain('status')
  })
  it('sends days as their first and last local moment', () => {
    const filter: RecordFilter = {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      status: 'filled',
      season: '2',
      from: '2026-11-20',
      to: '2026-11-20',
    }
    const day = {
      from: String(Date.UTC(2026, 10, 19, 15)),
      to: String(Date.UTC(2026, 10, 20, 15) - 1),
    }
    expect(wantedOf(filter, { kind: 'history', dayOf: tokyo })).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      status: 'filled',
      season: '2',
      ...day,
    })
    expect(wantedOf(filter, { kind: 'fills', dayOf: tokyo })).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      season: '2',
      ...day,
    })
  })
  it('ask nothing of the server that is no day', () => {
    expect(wantedOf({ from: '2026-13-40' }, { kind: 'fills', dayOf: utc })).toEqual({
      from: undefined,
    })
  })
})
