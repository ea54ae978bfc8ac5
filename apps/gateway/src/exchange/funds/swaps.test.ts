import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { SwapCommand, SwapFundCommand } from '../state/paymentCommand.ts'
import { poolReserve, swapOutput } from './swaps.ts'

const pool = 'ETHUSDT'

/** The user has 10,000 atoms of USDT, the treasury what the pool needs. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  let count = 0
  const fund = (changes: Partial<SwapFundCommand> = {}): ExchangeCommand => ({
    kind: 'swapFund',
    at: 5,
    pool,
    parts: [
      { asset: 'ETH', atoms: '1000000' },
      { asset: 'USDT', atoms: '3000000' },
    ],
    ...changes,
  })
  const swap = (changes: Partial<SwapCommand> = {}): ExchangeCommand => ({
    kind: 'swap',
    at: 9,
    userId: 'u',
    clientOid: `q${++count}`,
    digest: 'd',
    pool,
    wallet: '0x1',
    fromAsset: 'USDT',
    fromAtoms: '3000',
    toAsset: 'ETH',
    minAtoms: '1',
    ...changes,
  })
  const run = (command: ExchangeCommand) => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  const grant = { kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u' } as const
  run({ ...grant, funds: { USDT: '10000' } })
  for (const [asset, atoms] of [
    ['ETH', '1000000'],
    ['USDT', '3000000'],
  ] as const)
    run({
      kind: 'treasury',
      at: 2,
      network: 'evm-a',
      asset,
      atoms,
      direction: 'in',
      key: asset,
      height: 1,
    })
  const balance = (asset: string) =>
    exchange.state.accounts.of('live', spotOwner('u'), asset).balance
  const reserves = () =>
    ['ETH', 'USDT'].map((asset) => poolReserve(exchange.state, { pool, asset }))
  return { exchange, fund, swap, run, balance, reserves }
}

describe('a swap with a pool (wallet 5)', () => {
  it('pays by the constant product, less 0.3 percent', () => {
    const { fund, swap, run, balance, reserves } = open()
    expect(run(fund())).toBe('0')
    expect(run(swap())).toBe('0')
    // 1,000,000 x 2,991 / (3,000,000 + 2,991), rounded down.
    expect([balance('USDT'), balance('ETH')]).toEqual([7_000n, 996n])
    expect(reserves()).toEqual([999_004n, 3_003_000n])
  })

  it('goes both ways and never lets the product fall', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 24n),
        fc.bigInt(1n, 10n ** 24n),
        fc.bigInt(1n, 10n ** 24n),
        (paidIn, paidOut, amount) => {
          const output = swapOutput({ paidIn, paidOut }, amount)
          expect(output).toBeLessThan(paidOut)
          expect((paidIn + amount) * (paidOut - output)).toBeGreaterThanOrEqual(paidIn * paidOut)
          const back = swapOutput({ paidIn: paidOut - output, paidOut: paidIn + amount }, output)
          expect(back).toBeLessThanOrEqual(amount)
        },
      ),
    )
  })

  it.each([
    [{ minAtoms: '997' }, 'swap-price'],
    [{ pool: 'LINKUSDT' }, 'swap-price'],
    [{ minAtoms: '0' }, 'no-transfer'],
    [{ fromAtoms: '0' }, 'no-transfer'],
    [{ fromAtoms: '-1' }, 'no-transfer'],
    [{ fromAtoms: '10001' }, 'balance'],
    [{ toAsset: 'USDT' }, 'no-transfer'],
    [{ toAsset: 'BTC' }, 'swap-price'],
  ] as const)('refuses %o as %s and moves nothing', (changes, reason) => {
    const { exchange, fund, swap, run } = open()
    run(fund())
    const before = stateText(exchange.state)
    expect(run(swap(changes))).toBe(reason)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('sells only what may leave (W5)', () => {
    const { fund, swap, run } = open()
    run(fund())
    run({
      kind: 'deposit',
      at: 3,
      network: 'evm-a',
      txHash: '0x2',
      ordinal: 0,
      userId: 'u',
      asset: 'USDT',
      atoms: '5000',
      height: 2,
    })
    expect(run(swap({ fromAtoms: '10001' }))).toBe('deposit-locked')
    expect(run(swap({ fromAtoms: '10000' }))).toBe('0')
  })

  it('happens once for a quote', () => {
    const { fund, swap, run } = open()
    run(fund())
    const command = swap()
    expect([run(command), run(command)]).toEqual(['0', 'key-used'])
  })
})

describe('the first coins of a pool (wallet 5)', () => {
  it('come from the treasury, once', () => {
    const { fund, run, reserves, exchange } = open()
    expect(run(fund())).toBe('0')
    expect(reserves()).toEqual([1_000_000n, 3_000_000n])
    expect(exchange.state.accounts.of('live', 'treasury', 'ETH').balance).toBe(0n)
    expect(run(fund())).toBe('pool-state')
  })

  it.each([
    [{ parts: [{ asset: 'ETH', atoms: '1' }] }, 'no-transfer'],
    [{ parts: ['ETH', 'ETH'].map((asset) => ({ asset, atoms: '1' })) }, 'no-transfer'],
    [{ parts: ['ETH', 'USDT'].map((asset) => ({ asset, atoms: '0' })) }, 'no-transfer'],
    [{ parts: ['ETH', 'USDT'].map((asset) => ({ asset, atoms: '3000001' })) }, 'pool-state'],
    [{ parts: ['ETH', 'BTC'].map((asset) => ({ asset, atoms: '1' })) }, 'pool-state'],
  ])('refuses %o as %s and moves nothing', (changes, reason) => {
    const { exchange, fund, run } = open()
    const before = stateText(exchange.state)
    expect(run(fund(changes))).toBe(reason)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('are the same state after a copy', () => {
    const { exchange, fund, swap, run } = open()
    run(fund())
    run(swap())
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
  })
})
