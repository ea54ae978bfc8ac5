import { hashTypedData, hexToBytes, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { poolReserve } from '../../exchange/funds/swaps.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from '../wallet/ports/networks.ts'
import { fillOnce, poolName, poolOf, swapNetworkOf, type SwapNetwork } from './pools.ts'
import { swapHash, swapTypedData, type SwapIntent } from './typedData.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const ETHUSDT = { base: 'ETH', quote: 'USDT', depth: '1000' }
const withPools = (swapPools: readonly (typeof ETHUSDT)[]): Network => ({ ...evm, swapPools })

describe('the network that is swapped on (wallet 5)', () => {
  it.each<[string, readonly Network[], string | undefined]>([
    ['the first that has pools', [LITECOIN_NETWORK, withPools([ETHUSDT])], evm.id],
    ['none without pools', [withPools([])], undefined],
    ['none of outputs', [{ ...LITECOIN_NETWORK, swapPools: [ETHUSDT] }], undefined],
    ['none of none', [], undefined],
  ])('is %s', (_, networks, id) => {
    expect(swapNetworkOf(networks)?.id).toBe(id)
  })

  it.each([
    ['ETH', 'USDT', true],
    ['USDT', 'ETH', true],
    ['ETH', 'ETH', false],
    ['ETH', 'BTC', false],
    ['USDT', 'USDT', false],
  ])('has a pool of %s and %s: %s', (from, to, isThere) => {
    const network = withPools([ETHUSDT]) as SwapNetwork
    expect(poolOf(network, [from, to])).toBe(isThere ? network.swapPools[0] : undefined)
    expect(poolName(ETHUSDT)).toBe('ETHUSDT')
  })
})

describe('the first coins of a pool (wallet 5)', () => {
  interface World {
    /** `null`: no price. */
    readonly ticks?: number | null
    readonly usdt?: bigint
    readonly eth?: bigint
  }
  function setUp({ ticks = 250_000, usdt = 10n ** 13n, eth = 10n ** 21n }: World = {}) {
    const exchange = createExchange(SPOT_SYMBOLS)
    const commands: ExchangeCommand[] = []
    for (const [asset, balance] of Object.entries({ USDT: usdt, ETH: eth }))
      exchange.state.accounts.of('live', 'treasury', asset).balance = balance
    const fill = (pool = ETHUSDT) =>
      fillOnce(
        {
          trading: {
            core: { state: exchange.state },
            assertCapacity() {},
            run(command: ExchangeCommand) {
              commands.push(command)
              const outcome = exchange.execute(command)
              if ('refused' in outcome) throw new Error(outcome.refused.reason)
            },
          } as never,
          market: { lastTicks: () => ticks ?? undefined },
          now: 9,
        },
        pool,
      )
    const reserve = (asset: string) => poolReserve(exchange.state, { pool: 'ETHUSDT', asset })
    return { exchange, commands, fill, reserve }
  }

  it('are of the same worth at the last price', () => {
    const { fill, reserve } = setUp()
    fill()
    // 1,000 USDT at 2,500.00: 0.4 ETH.
    expect([reserve('USDT'), reserve('ETH')]).toEqual([1_000n * 10n ** 8n, 4n * 10n ** 17n])
  })

  it('come once, at whatever price', () => {
    const { fill, commands } = setUp()
    fill()
    fill()
    expect(commands).toHaveLength(1)
  })

  it.each([null, 0])('do not come at a price of %s', (ticks) => {
    const { fill, commands } = setUp({ ticks })
    expect(() => fill()).toThrow('no price')
    expect(commands).toEqual([])
  })

  it('do not come where the treasury has too few of either', () => {
    for (const poor of [{ usdt: 10n ** 11n - 1n }, { eth: 4n * 10n ** 17n - 1n }]) {
      const { fill, reserve } = setUp(poor)
      expect(() => fill()).toThrow()
      expect([reserve('USDT'), reserve('ETH')]).toEqual([0n, 0n])
    }
  })
})

describe('what a wallet signs (wallet 5)', () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const intent: SwapIntent = {
    sell: 'ETH',
    buy: 'USDT',
    amount: '1.5',
    minReceive: '2990.01',
    deadline: 1_700_000_000,
    nonce: 'n',
    recipient: account.address.toLowerCase(),
  }
  const chain = { chainId: 31_337 }

  it('shows amounts as people read them, and the address with its checksum', () => {
    expect(swapTypedData(intent, chain)).toMatchObject({
      domain: { name: 'X swap', version: '1', chainId: 31_337 },
      primaryType: 'Swap',
      message: { ...intent, recipient: account.address },
    })
  })

  it('is signed by the wallet for the hash that is checked', async () => {
    const { domain, types, primaryType, message } = swapTypedData(intent, chain)
    const { EIP712Domain: _, ...rest } = types
    const signature = await account.signTypedData({
      domain,
      types: rest,
      primaryType,
      message: { ...message, deadline: BigInt(message.deadline) } as never,
    })
    const hash = await swapHash(intent, chain)
    expect(await recoverAddress({ hash, signature })).toBe(account.address)
  })

  it('is the hash of EIP-712 over its own fields', async () => {
    const types = {
      Swap: [
        { name: 'sell', type: 'string' },
        { name: 'buy', type: 'string' },
        { name: 'amount', type: 'string' },
        { name: 'minReceive', type: 'string' },
        { name: 'deadline', type: 'uint256' },
        { name: 'nonce', type: 'string' },
        { name: 'recipient', type: 'address' },
      ],
    }
    const plain = hashTypedData({
      domain: { name: 'X swap', version: '1', chainId: 31_337 },
      types,
      primaryType: 'Swap',
      message: { ...intent, deadline: 1_700_000_000n, recipient: account.address },
    })
    expect(await swapHash(intent, chain)).toEqual(hexToBytes(plain))
  })

  it.each<[string, Partial<SwapIntent>]>([
    ['sell', { sell: 'BTC' }],
    ['buy', { buy: 'BTC' }],
    ['amount', { amount: '1.50' }],
    ['minReceive', { minReceive: '0' }],
    ['deadline', { deadline: 1_700_000_001 }],
    ['nonce', { nonce: 'm' }],
    ['recipient', { recipient: `0x${'1'.repeat(40)}` }],
  ])('is another text when the %s is another', async (_, changes) => {
    expect(await swapHash({ ...intent, ...changes }, chain)).not.toEqual(
      await swapHash(intent, chain),
    )
  })

  it('is another text on another chain', async () => {
    expect(await swapHash(intent, { chainId: 1 })).not.toEqual(await swapHash(intent, chain))
  })
})
