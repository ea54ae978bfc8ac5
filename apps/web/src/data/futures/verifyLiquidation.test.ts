import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  BTC_CONTRACT,
  BTC_TIERS,
  PUBLIC_CANCELLATION,
  PUBLIC_LIQUIDATION,
} from '../../testing/futuresFixtures.ts'
import { overallOf, verifyLiquidation, type LiquidationContext } from './verifyLiquidation.ts'

const sha = (...parts: readonly (string | Buffer)[]) => {
  const made = createHash('sha256')
  for (const part of parts) made.update(part)
  return made.digest('hex')
}
const previousHash = '0'.repeat(64)
const line = '1|BTCUSDT,59281.9,59280.0'
const hash = sha(`${previousHash}\n${line}`)
const row = { at: 1, line, hash, previousHash }
const treeRoot = sha(Buffer.from([0]), Buffer.from(hash, 'hex'))
const day = '2026-11-01'
const root = {
  day,
  hash,
  rows: 1,
  treeRoot,
  previousRoot: previousHash,
  root: sha(`${previousHash}\n${day}\n1\n${treeRoot}`),
}
const step = { ...PUBLIC_LIQUIDATION, priceHash: hash }
const cancelled = { ...PUBLIC_CANCELLATION, priceHash: hash }
const context: LiquidationContext = {
  tables: new Map([['BTCUSDT', { contract: BTC_CONTRACT, tiers: BTC_TIERS }]]),
  rows: [row],
  proof: { row, index: 0, path: [], root },
  roots: [root],
  previous: cancelled,
}
const verified = async (
  more: Partial<typeof step> = {},
  others: Partial<LiquidationContext> = {},
) => verifyLiquidation({ ...step, ...more }, { ...context, ...others })
const stateOf = async (name: string, ...given: Parameters<typeof verified>) =>
  (await verified(...given)).find((check) => check.name === name)?.state

describe('a public step of a liquidation (futures 6, futures 14)', () => {
  it('agrees in all with the worked example of the design (futures 6)', async () => {
    const checks = await verified()
    expect(checks.filter(({ state }) => state !== 'agrees')).toEqual([])
    expect(checks).toHaveLength(12)
    expect(overallOf(checks)).toBe('agrees')
  })

  it('follows orders that were cancelled (futures 6)', async () => {
    const checks = await verifyLiquidation(cancelled, { ...context, previous: undefined })
    expect(checks.map(({ name, state }) => [name, state])).toEqual(
      ['chain', 'root', 'price', 'margin', 'due', 'tier', 'size', 'fees', 'after'].map((name) => [
        name,
        'agrees',
      ]),
    )
    const none = await verifyLiquidation({ ...cancelled, cancelledOrders: 0 }, context)
    expect(overallOf(none)).toBe('differs')
  })

  it('says what it finds beside what was published', async () => {
    expect(await verified({ size: '0.220' })).toContainEqual({
      name: 'size',
      state: 'differs',
      own: '0.219',
      stated: '0.220',
    })
    const after = (await verified({ equityAfter: '266.32071669' })).find(
      ({ name }) => name === 'after',
    )
    expect(after).toMatchObject({
      own: '266.32071668 / 212.97615394',
      stated: '266.32071669 / 212.97615394',
    })
  })

  it.each<[string, Partial<typeof step>]>([
    ['price', { prices: [{ symbol: 'BTCUSDT', markPrice: '59281.8', indexPrice: '59280.0' }] }],
    ['margin', { requirement: '281.97864001' }],
    ['due', { equity: '282' }],
    ['size', { size: '0.218' }],
    ['limit', { bankruptcyPrice: '59035.4' }],
    ['fills', { fills: [{ price: '59035.4', size: '0.219', fee: '7.78964166' }] }],
    ['fills', { filled: '0.220' }],
    ['fills', { fills: [{ price: '59281.9', size: '0.219', fee: '7.78964165' }] }],
    ['fees', { liquidationFee: '7.78964167' }],
    ['fees', { realisedEarly: '1' }],
    ['after', { requirementAfter: '212' }],
    ['previous', { equity: '281.9', at: PUBLIC_LIQUIDATION.at + 1, marginCoin: 'BTC' }],
  ])('differs by %s with %o', async (name, more) => {
    expect(await stateOf(name, more)).toBe('differs')
  })

  it('looks its row up in the chain, hash by hash (futures 14)', async () => {
    const changed = { ...row, line: line.replace('59280.0', '59280.1') }
    expect(await stateOf('chain', {}, { rows: [changed] })).toBe('differs')
    expect(await stateOf('chain', { priceHash: 'c'.repeat(64) })).toBe('differs')
    expect(await stateOf('chain', {}, { rows: [] })).toBe('unknown')
    expect(await stateOf('price', {}, { rows: [] })).toBe('unknown')
  })

  it('reads a contract that a row leaves out from the row before (futures 5)', async () => {
    const next = '2|ETHUSDT,3000.00,3000.00'
    const later = { at: 2, line: next, hash: sha(`${hash}\n${next}`), previousHash: hash }
    const rows = [later, row]
    expect(await stateOf('price', { priceHash: later.hash }, { rows })).toBe('agrees')
    expect(await stateOf('price', { priceHash: later.hash }, { rows: [later] })).toBe('unknown')
  })

  it('looks its row up in the root of its day (futures 14)', async () => {
    const proof = { row, index: 0, path: [], root }
    const other = { ...root, rows: 2 }
    expect(await stateOf('root', {}, { proof: undefined })).toBe('unknown')
    expect(await stateOf('root', {}, { proof: { ...proof, index: null, path: null } })).toBe(
      'unknown',
    )
    expect(await stateOf('root', {}, { proof: { ...proof, root: other } })).toBe('differs')
    expect(await stateOf('root', {}, { proof: { ...proof, path: [hash] } })).toBe('differs')
    const listed = [{ ...root, root: 'd'.repeat(64) }]
    expect(await stateOf('root', {}, { roots: listed })).toBe('differs')
  })

  it('begins where the step before it ended', async () => {
    const before = { ...cancelled, at: step.at }
    expect(await stateOf('previous', {}, { previous: before })).toBe('agrees')
    const other = { ...before, equityAfter: '281.8' }
    expect(await stateOf('previous', {}, { previous: other })).toBe('differs')
    expect(await stateOf('previous', {}, { previous: undefined })).toBe('unknown')
    expect(await stateOf('previous', { previousId: null })).toBeUndefined()
  })

  it('leaves open what lacks its inputs or its table', async () => {
    expect(await stateOf('after', {}, { tables: new Map() })).toBe('unknown')
    const checks = await verifyLiquidation({ ...step, inputs: null }, context)
    expect(overallOf(checks)).toBe('unknown')
  })
})

describe('legs that are netted (futures 6)', () => {
  const [long] = PUBLIC_LIQUIDATION.inputs.positions
  /** A long of 1 BTC and a short of 0.5, which close each other at the mark without a fee. */
  const netted = {
    ...step,
    step: 2,
    symbol: null,
    positionSide: null,
    side: null,
    size: '0',
    filled: '0',
    bankruptcyPrice: null,
    fills: [],
    fee: '0',
    liquidationFee: '0',
    netted: [{ symbol: 'BTCUSDT', size: '0.500', price: '59281.9' }],
    // 1,000 - 718.1 + 859.05 before and after; then 0.46 % of 29,640.95.
    equityAfter: '1140.95',
    requirementAfter: '136.34837',
    inputs: {
      ...PUBLIC_LIQUIDATION.inputs,
      positions: [
        { ...long, size: '1.000' },
        { ...long, size: '0.500', positionSide: 2, cost: '-30500' },
      ],
    },
  } as unknown as typeof step
  const checked = async (more: object = {}) => {
    const checks = await verifyLiquidation({ ...netted, ...more }, context)
    return Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  }

  it('close as much as the smaller one has, and change no equity', async () => {
    expect(await checked()).toMatchObject({ size: 'agrees', fees: 'agrees', after: 'agrees' })
  })

  it.each([
    ['size', { netted: [{ symbol: 'BTCUSDT', size: '0.499', price: '59281.9' }] }],
    ['size', { netted: [{ symbol: 'BTCUSDT', size: '0.500', price: '59281.8' }] }],
    ['size', { netted: [] }],
    [
      'size',
      {
        netted: [
          { symbol: 'BTCUSDT', size: '0.500', price: '59281.9' },
          { symbol: 'BTCUSDT', size: '0.500', price: '59281.9' },
        ],
      },
    ],
    ['fees', { fee: '0.00000001' }],
    ['fees', { fundPaid: '1' }],
    ['after', { equityAfter: '1140.94999999' }],
    ['after', { requirementAfter: '136.34836999' }],
  ])('differ by %s with %o', async (name, more) => {
    expect((await checked(more))[name]).toBe('differs')
  })

  it('leave open what follows while that is not published yet', async () => {
    expect((await checked({ equityAfter: null }))['after']).toBe('unknown')
  })
})

describe('a position that is deleveraged (futures 6)', () => {
  /** 700 - 718.1 leave -18.1: closed at (59,281.9 + 18.1) / 0.9994, rounded to the mark's side. */
  const deleveraged = {
    ...step,
    step: 5,
    size: '1.000',
    filled: '1.000',
    bankruptcyPrice: '59335.6',
    fills: [],
    fee: '0',
    liquidationFee: '0',
    takenBy: [{ size: '0.400' }, { size: '0.600' }],
    equity: '-18.1',
    // 700 - 664.4.
    equityAfter: '35.6',
    requirementAfter: '0',
    inputs: { ...PUBLIC_LIQUIDATION.inputs, walletBalance: '700' },
  } as unknown as typeof step
  const checked = async (more: object = {}) => {
    const checks = await verifyLiquidation({ ...deleveraged, ...more }, context)
    return Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  }

  it('goes to who takes it at its bankruptcy price, without a fee', async () => {
    expect(await checked()).toMatchObject({
      size: 'agrees',
      limit: 'agrees',
      fills: 'agrees',
      fees: 'agrees',
      after: 'agrees',
    })
  })

  it.each([
    ['size', { size: '0.999' }],
    ['limit', { bankruptcyPrice: '59335.5' }],
    ['limit', { bankruptcyPrice: null }],
    ['fills', { takenBy: [{ size: '0.400' }, { size: '0.599' }] }],
    ['fees', { liquidationFee: '0.1' }],
    ['after', { equityAfter: '35.7' }],
  ])('differs by %s with %o', async (name, more) => {
    expect((await checked(more))[name]).toBe('differs')
  })

  it('says nothing of its books where the parts do not add up', async () => {
    const { fees, after } = await checked({ takenBy: [{ size: '0.400' }] })
    expect([fees, after]).toEqual([undefined, undefined])
  })
})

describe('the verdict over all checks', () => {
  it.each([
    [[], 'agrees'],
    [['agrees', 'agrees'], 'agrees'],
    [['agrees', 'unknown'], 'unknown'],
    [['unknown', 'differs', 'agrees'], 'differs'],
  ] as const)('makes of %j: %s', (states, verdict) => {
    expect(overallOf(states.map((state) => ({ state })))).toBe(verdict)
  })
})
