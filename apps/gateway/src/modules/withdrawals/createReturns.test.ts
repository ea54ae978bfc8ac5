import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../wallet/ports/networks.ts'
import { createReturns } from './createReturns.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CONTRACT = network.assets.find(({ asset }) => asset === 'USDT')?.contract ?? ''

function setUp(own: { readonly hot?: string; readonly deposit?: string } = {}) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: ExchangeCommand) => {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    return outcome
  }
  run({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds: { USDT: '1000' } })
  const returns = createReturns({
    trading: {
      core: { state: exchange.state },
      assertCapacity() {},
      runWithEffects: run,
    },
    clock: { now: () => 5 },
    networks: DEVELOPMENT_NETWORKS,
    own: {
      isHot: ({ address }: { readonly address: string }) => address === own.hot,
      isDeposit: async ({ address }: { readonly address: string }) => address === own.deposit,
    },
  } as never)
  return { returns, exchange, run }
}
const wanted = {
  userId: 'u',
  network: network.id,
  asset: 'USDT',
  address: PAYER,
  atoms: 1_000n,
  key: 'evm-a:0x1:0',
}
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) =>
    error instanceof GatewayError ? { code: error.code, data: error.data } : error,
  )

describe('where a deposit goes back to (wallet 3)', () => {
  it('is the address as it is written', async () => {
    const { returns } = setUp()
    const address = ` ${PAYER.toLowerCase()} `
    expect(await returns.addressOf({ ...wanted, address })).toBe(PAYER)
  })

  it.each<[string, Parameters<typeof setUp>[0], object, string, object | null]>([
    ['an unknown network', {}, { network: 'evm-z' }, '40401', null],
    ['an asset of another network', {}, { asset: 'LTC' }, '40401', null],
    ['no address', {}, { address: 'ann' }, '40230', { reason: 'malformed' }],
    ['nobody', {}, { address: `0x${'0'.repeat(40)}` }, '40230', { reason: 'zero' }],
    ['a contract', {}, { address: CONTRACT }, '40230', { reason: 'contract' }],
    ['a hot address', { hot: PAYER }, {}, '40230', { reason: 'hot' }],
    ['a deposit address', { deposit: PAYER }, {}, '40230', { reason: 'own' }],
  ])('is refused for %s', async (_, own, changes, code, data) => {
    const { returns } = setUp(own)
    expect(await codeOf(returns.addressOf({ ...wanted, ...changes }))).toEqual({ code, data })
  })

  it('is refused while a deposit of the user is contested', async () => {
    const { returns, run } = setUp()
    const name = { network: network.id, txHash: '0x9', ordinal: 0 }
    run({ kind: 'deposit', at: 1, ...name, userId: 'u', asset: 'ETH', atoms: '5', height: 1 })
    run({ kind: 'depositEvent', at: 1, ...name, event: 'orphaned' })
    expect(await codeOf(returns.addressOf(wanted))).toMatchObject({ code: '00004' })
    expect(await returns.addressOf({ ...wanted, userId: 'v' })).toBe(PAYER)
  })

  it('waits for other deposits of the asset to be final', async () => {
    const { returns, run } = setUp()
    const name = { network: network.id, txHash: '0x9', ordinal: 0 }
    run({ kind: 'deposit', at: 1, ...name, userId: 'u', asset: 'USDT', atoms: '5', height: 1 })
    expect(await codeOf(returns.addressOf(wanted))).toMatchObject({ code: '00006' })
    expect(await returns.addressOf({ ...wanted, asset: 'ETH' })).toBe(PAYER)
  })
})

describe('a deposit that goes back (wallet 3)', () => {
  it('waits for two persons, costs no fee and counts in no cap', () => {
    const { returns, exchange } = setUp()
    const id = Number(returns.run(wanted))
    expect(exchange.state.withdrawals.open.get(id)).toMatchObject({
      state: 'review',
      reason: 'return',
      clientOid: 'return:evm-a:0x1:0',
      amount: 1_000n,
      fee: 0n,
      value: 0n,
      address: PAYER,
    })
    expect(exchange.state.withdrawals.used.get('u') ?? 0n).toBe(0n)
  })

  it('goes back once', () => {
    const { returns } = setUp()
    const half = { ...wanted, atoms: 500n }
    returns.run(half)
    expect(() => returns.run(half)).toThrow('key-used')
    expect(returns.run({ ...half, key: 'evm-a:0x2:0' })).toBe('2')
  })

  it('takes no more than the user has', () => {
    const { returns, exchange } = setUp()
    expect(() => returns.run({ ...wanted, atoms: 1_001n })).toThrow('balance')
    expect(exchange.state.withdrawals.open.size).toBe(0)
  })
})
