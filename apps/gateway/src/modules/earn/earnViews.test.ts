import { describe, expect, it } from 'vitest'
import type { EarnPosition } from '../../exchange/state/productsState.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { readAtoms } from './earnInput.ts'
import type { EarnProductTerms } from './earnProducts.ts'
import { amountText, atomsOf, positionView, productView, tiersInAtoms } from './earnViews.ts'

const DAY_MS = 86_400_000
const terms: EarnProductTerms = {
  id: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  tiers: [
    ['500', 525],
    [null, 200],
  ],
  minimum: '1',
  perUser: '5000',
  quota: '100000',
  dayQuota: '1000',
}
const position = (changes: Partial<EarnPosition> = {}): EarnPosition => ({
  id: 7,
  userId: 'u',
  holder: 'u',
  clientOid: 'c',
  digest: 'd',
  productId: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  tiers: [],
  createdAt: 5,
  startDay: 10,
  nextDay: 10,
  principal: 150_000_000n,
  carry: 1n,
  accrued: 0n,
  paid: 0n,
  redeeming: 0n,
  redeemDay: 0,
  autoRenew: false,
  updatedAt: 5,
  ...changes,
})

describe('a product as users see it (products 3)', () => {
  const view = (changes: Partial<EarnProductTerms> = {}, taken = 0n) =>
    productView({ ...terms, ...changes }, { taken, isPaused: false })

  it('has rates in percent, and amounts as they were written', () => {
    expect(view()).toEqual({
      productId: 'USDT-flexible',
      asset: 'USDT',
      kind: 'flexible',
      days: 0,
      tiers: [
        { upTo: '500', apr: '5.25' },
        { upTo: null, apr: '2.00' },
      ],
      minimum: '1',
      perUser: '5000',
      quota: '100000',
      left: '100000',
      decimals: 8,
      isPaused: false,
    })
  })

  it.each([
    [0, 'flexible'],
    [1, 'fixed'],
    [90, 'fixed'],
  ])('is with %i days %s', (days, kind) => {
    expect(view({ days })).toMatchObject({ kind, days })
  })

  it.each([
    [0n, '100000'],
    [1n, '99999.99999999'],
    [100_000n * 10n ** 8n, '0'],
    // A quota that an operator made smaller than what is in it.
    [100_001n * 10n ** 8n, '0'],
  ])('has with %d atoms in it %s left', (taken, left) => {
    expect(view({}, taken).left).toBe(left)
  })

  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [50, '0.50'],
    [100, '1.00'],
    [12_345, '123.45'],
  ])('shows %i basis points as %s percent', (bp, apr) => {
    expect(view({ tiers: [[null, bp]] }).tiers).toEqual([{ upTo: null, apr }])
  })

  it('says that it is paused', () => {
    expect(productView(terms, { taken: 0n, isPaused: true }).isPaused).toBe(true)
  })
})

describe('a position as its user sees it (products 3)', () => {
  const at = (now: number, changes: Partial<EarnPosition> = {}) =>
    positionView(position(changes), now)

  it.each<[string, Partial<EarnPosition>, number, string]>([
    ['before its first day', {}, 10 * DAY_MS - 1, 'subscribed'],
    ['on its first day', {}, 10 * DAY_MS, 'earning'],
    ['with a part on its way back', { redeeming: 1n }, 11 * DAY_MS, 'earning'],
    ['with all of it on its way back', { redeeming: 150_000_000n }, 11 * DAY_MS, 'redeeming'],
    ['with all of it on its way before the first day', { redeeming: 150_000_000n }, 0, 'redeeming'],
    ['without anything in it', { principal: 0n }, 11 * DAY_MS, 'closed'],
  ])('is %s of that state', (_, changes, now, status) => {
    expect(at(now, changes).status).toBe(status)
  })

  it('has an end where it has a term', () => {
    expect(at(0)).toMatchObject({ startsAt: 10 * DAY_MS, endsAt: null })
    expect(at(0, { days: 30 })).toMatchObject({ startsAt: 10 * DAY_MS, endsAt: 40 * DAY_MS })
  })

  it('shows amounts without zeros that say nothing', () => {
    const shown = at(0, { paid: 4_109_589n, accrued: 10n, redeeming: 50_000_000n })
    expect(shown).toMatchObject({
      positionId: '7',
      principal: '1.5',
      interestPaid: '0.04109589',
      interestDue: '0.0000001',
      redeeming: '0.5',
    })
  })

  it('keeps what only the count needs to itself', () => {
    const fields = Object.keys(at(0))
    for (const hidden of ['carry', 'holder', 'userId', 'digest', 'tiers', 'clientOid'])
      expect(fields).not.toContain(hidden)
  })
})

describe('amounts of products', () => {
  it.each([
    ['1', 'USDT', 10n ** 8n],
    ['0.00000001', 'USDT', 1n],
    ['0.0001', 'BTC', 10n ** 4n],
    ['0.001', 'ETH', 10n ** 15n],
    ['1000000000000', 'USDT', 10n ** 20n],
  ])('are in atoms: %s %s', (text, asset, atoms) => {
    expect(atomsOf(text, asset)).toBe(atoms)
    expect(amountText(atoms, asset)).toBe(text)
  })

  it.each(['', '0.000000001', 'x', '1e3', '1,000'])('refuse the configured amount "%s"', (text) => {
    expect(() => atomsOf(text, 'USDT')).toThrow(RangeError)
  })

  it('give tiers their ends in atoms', () => {
    expect(tiersInAtoms(terms)).toEqual([
      [String(500n * 10n ** 8n), 525],
      [null, 200],
    ])
  })

  it.each([
    ['1', 'USDT', 10n ** 8n],
    ['0.000000000000000001', 'ETH', 1n],
    ['00.5', 'USDT', 50_000_000n],
  ])('are read as they are typed: %s %s', (amount, asset, atoms) => {
    expect(readAtoms({ amount }, asset)).toBe(atoms)
  })

  it.each([
    ['nothing', '', 'USDT'],
    ['zero', '0', 'USDT'],
    ['less than zero', '-1', 'USDT'],
    ['a decimal too many', '0.000000001', 'USDT'],
    ['a decimal too many of ETH', '0.0000000000000000001', 'ETH'],
    ['an exponent', '1e3', 'USDT'],
    ['full-width digits', '１', 'USDT'],
    ['41 digits', '1'.repeat(41), 'USDT'],
    ['words', 'all', 'USDT'],
  ])('are refused: %s', (_, amount, asset) => {
    const read = () => readAtoms({ amount }, asset)
    expect(read).toThrow(GatewayError)
    expect(read).toThrow(expect.objectContaining({ code: '40010' }) as Error)
  })
})
