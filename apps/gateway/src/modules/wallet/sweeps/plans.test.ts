import { describe, expect, it } from 'vitest'
import { createAccounts } from '../../../exchange/accounts/accounts.ts'
import { createWithdrawalsState, type Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../ports/networks.ts'
import { planCold } from './planCold.ts'
import { planSweep } from './planSweep.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const GWEI = 10n ** 9n
const ETH = 10n ** 18n
const USDT = 10n ** 6n
/** Of a payment of the coin at one gwei. */
const FEE = 21_000n * GWEI
const DAY = 86_400_000
const STATES = ['approved', 'signed', 'broadcast', 'review'] as const

/** Balances by asset: `final` those of the height that nothing can undo. */
function plan({
  asset,
  now = 0,
  balances,
  final = balances,
  hasPrices = true,
}: {
  readonly asset: string
  readonly now?: number
  readonly balances: Readonly<Record<string, bigint>>
  readonly final?: Readonly<Record<string, bigint>>
  readonly hasPrices?: boolean
}) {
  const nameOf = (contract: string | undefined) =>
    network.assets.find((each) => each.contract === contract)?.asset ?? ''
  return planSweep(
    {
      network,
      chain: {
        feeQuote: async () => ({
          family: 'evm',
          maxFeePerGas: GWEI,
          maxPriorityFeePerGas: GWEI,
        }),
        balance: async (_address, { contract, height } = {}) =>
          (height === undefined ? balances : final)[nameOf(contract)] ?? 0n,
      },
      finalHeight: 100,
      now,
      valueOf: ({ asset: of, atoms }) => {
        if (of === 'USDT') return atoms
        return hasPrices ? (atoms * 3_000n) / 10n ** 10n : undefined
      },
    },
    { index: 0, address: '0xa', asset, since: 0 },
  )
}

describe('what is swept (wallet 4)', () => {
  it('sweeps the coin from twenty times its gas on', async () => {
    expect(await plan({ asset: 'ETH', balances: { ETH: 20n * FEE - 1n } })).toBeUndefined()
    expect(await plan({ asset: 'ETH', balances: { ETH: 20n * FEE } })).toEqual({
      kind: 'sweep',
      asset: 'ETH',
      units: 16n * FEE,
    })
  })

  it('sweeps less after a day, and dust never', async () => {
    expect(await plan({ asset: 'ETH', now: DAY, balances: { ETH: 5n * FEE } })).toMatchObject({
      units: FEE,
    })
    expect(await plan({ asset: 'ETH', now: DAY, balances: { ETH: FEE } })).toBeUndefined()
    expect(await plan({ asset: 'ETH', now: DAY, balances: { ETH: 4n * FEE } })).toBeUndefined()
  })

  it('leaves coins in blocks that may still be lost', async () => {
    const swept = await plan({
      asset: 'ETH',
      balances: { ETH: 3n * ETH },
      final: { ETH: ETH },
    })
    expect(swept?.units).toBe(ETH - 4n * FEE)
  })

  it('sends gas for tokens first, as much as is missing', async () => {
    const need = 4n * 100_000n * GWEI
    expect(await plan({ asset: 'USDT', balances: { USDT: 500n * USDT, ETH: 1n } })).toEqual({
      kind: 'gas',
      asset: 'ETH',
      units: need - 1n,
    })
    expect(await plan({ asset: 'USDT', balances: { USDT: 500n * USDT, ETH: need / 2n } })).toEqual({
      kind: 'sweep',
      asset: 'USDT',
      units: 500n * USDT,
    })
  })

  it('waits a day for tokens that have no price', async () => {
    const unpriced = { asset: 'USDT', balances: { USDT: 500n * USDT }, hasPrices: false }
    expect(await plan(unpriced)).toBeUndefined()
    expect(await plan({ ...unpriced, now: DAY })).toMatchObject({ kind: 'gas' })
  })

  it('leaves an asset that the network does not list', async () => {
    expect(await plan({ asset: 'BTC', balances: { BTC: ETH } })).toBeUndefined()
  })
})

describe('what goes to the cold address (wallet 4)', () => {
  const cold = { ...network, coldAddress: `0x${'c'.repeat(40)}` }
  const planned = (hot: bigint, on: Network = cold, leaving: bigint[] = []) => {
    const accounts = createAccounts()
    accounts.of('live', 'chain:evm-a', 'ETH').balance = -100n * ETH
    const withdrawals = createWithdrawalsState()
    for (const [at, amount] of leaving.entries()) {
      const of = { network: 'evm-a', asset: 'ETH', amount: amount + 1n, fee: 1n }
      withdrawals.open.set(at, { id: at, ...of, state: STATES[at] } as unknown as Withdrawal)
    }
    return planCold({
      network: on,
      chain: { balance: async (_address, { contract } = {}) => (contract ? 0n : hot) },
      state: { accounts, withdrawals },
      hot: '0xa',
    })
  }

  it('keeps three percent of what users have, once it is above five', async () => {
    expect(await planned(5n * ETH)).toBeUndefined()
    expect(await planned(5n * ETH + 1n)).toEqual({
      kind: 'cold',
      asset: 'ETH',
      units: 2n * ETH + 1n,
    })
  })

  it('keeps what withdrawals take soon: a refill is for them', async () => {
    expect(await planned(8n * ETH, cold, [ETH, ETH, ETH, 50n * ETH])).toBeUndefined()
    expect(await planned(9n * ETH, cold, [ETH, ETH, ETH, 50n * ETH])).toMatchObject({
      units: 3n * ETH,
    })
  })

  it('keeps everything where there is no cold address', async () => {
    expect(await planned(50n * ETH, network)).toBeUndefined()
  })
})
