import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CoinsConfig, Deposit, DepositAddress, Page, Withdrawal } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'
import { logInOperator } from '../../testing/operatorClients.ts'
import { settleGateway } from '../../testing/settleGateway.ts'
import { findAnvil } from './devchain/startAnvil.ts'
import { openDevelopmentOperators } from '../operators/openDevelopmentOperators.ts'
import { openDevelopmentWallet } from './openDevelopmentWallet.ts'

const binary = findAnvil()

describe.skipIf(binary === undefined)('deposits (wallet 3)', () => {
  let dir = ''
  let operatorsAt = ''
  let gateway: TestGateway
  let ann: NewUser
  let ben: NewUser
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'wallet-'))
    gateway = await createTestGateway({
      wallet: openDevelopmentWallet({
        dataDir: dir,
        clock: nodeClock(),
        log: silentLog,
        mines: false,
      }),
      operators: {
        list: await openDevelopmentOperators(dir),
        dir,
        port: 0,
        onListening: (at) => (operatorsAt = at),
      },
    })
    ann = await gateway.newUser()
    ben = await gateway.newUser()
    await settle(async () => (await coins()).networks.every(({ suspended }) => suspended === null))
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** Lets the watchers run until something is so. */
  const settle = (isSo: () => Promise<boolean>) => settleGateway(gateway, isSo)

  const coins = async () =>
    (await gateway.client().get('/v1/mix/config/coins')).data as unknown as CoinsConfig
  const dev = async (name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await gateway.client().post(`/v1/dev/chain/${name}`, body)
    expect(answer).toMatchObject({ code: '0' })
    return answer.data as { height: number; txHash: string }
  }
  const addressOf = async ({ client }: NewUser, asset: string, network = 'evm-a') =>
    (await client.get(`/v1/asset/deposit/address?asset=${asset}&network=${network}`))
      .data as unknown as DepositAddress
  const historyOf = async ({ client }: NewUser, query = '') =>
    (await client.get(`/v1/asset/deposit/history${query}`)).data as unknown as Page<Deposit>
  const balanceOf = async ({ client }: NewUser, asset: string) => {
    const { data } = await client.get('/v1/spot/account/assets')
    const assets = data as unknown as { asset: string; available: string }[]
    return assets.find((each) => each.asset === asset)?.available
  }
  async function mine(blocks: number, network = 'evm-a'): Promise<void> {
    const { height } = await dev('mine', { network, blocks })
    await settle(async () => (await readHeight(network)) >= height)
  }
  async function readHeight(network: string): Promise<number> {
    const { data } = await gateway.client().get('/v1/dev/chain')
    const chains = data as unknown as { network: string; height: number }[]
    return chains.find((each) => each.network === network)?.height ?? 0
  }
  async function pay(user: NewUser, asset: string, amount: string): Promise<string> {
    const { address } = await addressOf(user, asset)
    const { txHash } = await dev('faucet', { network: 'evm-a', asset, address, amount })
    await mine(1)
    return txHash
  }
  const stateOf = async (user: NewUser, txHash: string) =>
    (await historyOf(user)).items.find((each) => each.txHash === txHash)

  it('lists networks and coins for everybody', async () => {
    expect(await coins()).toMatchObject({
      networks: [
        { network: 'evm-a', creditAt: 6, unlockAt: 12, suspended: null },
        { network: 'evm-b', creditAt: 20, unlockAt: 40, suspended: null },
      ],
      canUseFaucet: true,
    })
    const usdt = (await coins()).coins.find(({ asset }) => asset === 'USDT')
    expect(usdt?.networks.map(({ network }) => network)).toEqual(['evm-a', 'evm-b'])
  })

  it('assigns one address to a user on all EVM networks', async () => {
    const [first, second, other] = [
      await addressOf(ann, 'ETH'),
      await addressOf(ann, 'USDT', 'evm-b'),
      await addressOf(ben, 'ETH'),
    ]
    expect(first.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(second.address).toBe(first.address)
    expect(other.address).not.toBe(first.address)
  })

  it.each([
    ['a network', 'asset=ETH&network=evm-z', '40401'],
    ['an asset of the network', 'asset=LTC&network=evm-a', '40401'],
    ['any network', 'asset=ETH', '40010'],
  ])('refuses an address without %s', async (_, query, code) => {
    expect(await ann.client.get(`/v1/asset/deposit/address?${query}`)).toMatchObject({ code })
  })

  it('adds a deposit at six confirmations, unlocks it at twelve (W5)', async () => {
    const txHash = await pay(ann, 'USDT', '250.5')
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'confirming', confirmations: 1 })
    expect(await balanceOf(ann, 'USDT')).toBe('0')
    await mine(5)
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'credited', confirmations: 6 })
    expect(await balanceOf(ann, 'USDT')).toBe('250.5')
    await mine(6)
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'unlocked', amount: '250.5' })
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('shows a user their own deposits only', async () => {
    expect((await historyOf(ben)).items).toEqual([])
  })

  it('ignores what is below the minimum', async () => {
    const txHash = await pay(ann, 'USDT', '0.999999')
    await mine(6)
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'ignored', reason: 'small' })
    expect(await balanceOf(ann, 'USDT')).toBe('250.5')
  }, 600_000)

  // A code is good for one log-in.
  const operators = new Map<string, ReturnType<typeof logInOperator>>()
  function operator(name: string): ReturnType<typeof logInOperator> {
    const known =
      operators.get(name) ?? logInOperator({ dir, url: operatorsAt, now: gateway.clock.now }, name)
    operators.set(name, known)
    return known
  }

  it('adds what was ignored once two operators want the same', async () => {
    const txHash = await pay(ann, 'USDT', '0.5')
    await mine(11)
    const key = (await stateOf(ann, txHash))?.depositId ?? ''
    const credit = `/deposits/${key}/credit`
    const [first, second] = [await operator('first'), await operator('second')]
    expect(await first.page()).toContain(key)
    expect(await first.send(credit, { amount: '0.51' })).toContain('refused: The amount')
    expect(await first.send(credit)).toContain('proposed: credit 0.5 USDT')
    expect(await first.send(credit)).toContain('proposed')
    expect(await second.send(credit, { amount: '0.4' })).toContain('proposed: credit 0.4 USDT')
    expect(await second.send(credit)).toContain('proposed')
    expect(await balanceOf(ann, 'USDT')).toBe('250.5')
    expect(await first.send(credit)).toContain('done: credit 0.5 USDT')
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'unlocked', reason: null })
    expect(await balanceOf(ann, 'USDT')).toBe('251')
    expect(await second.send(credit)).toContain('refused: There is no such held deposit')
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('sends a deposit back by a withdrawal that both operators sign', async () => {
    const txHash = await pay(ann, 'USDT', '0.5')
    const key = (await stateOf(ann, txHash))?.depositId ?? ''
    const back = `/deposits/${key}/return`
    const to = '0x52908400098527886E0F7030069857D2E4169EE7'
    const [first, second] = [await operator('first'), await operator('second')]
    expect(await first.send(back, { address: '0x12' })).toContain('refused')
    expect(await first.send(back, { address: to })).toContain('proposed: return 0.5 USDT')
    expect(await second.send(back, { address: to })).toContain('refused: It is not deep enough')
    await mine(11)
    expect(await second.send(back, { address: to })).toContain('as withdrawal')
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'returned' })
    expect(await balanceOf(ann, 'USDT')).toBe('251')
    const { data } = await ann.client.get('/v1/spot/withdraw/history')
    const [withdrawal] = (data as unknown as Page<Withdrawal>).items
    expect(withdrawal).toMatchObject({ state: 'review', reason: 'return', address: to, fee: '0' })
    expect(await first.page()).toContain(`${withdrawal?.withdrawalId}|evm-a|${to}|USDT|50000000|0`)
    const cancel = { withdrawalId: withdrawal?.withdrawalId }
    expect(await ann.client.post('/v1/spot/withdraw/cancel', cancel)).toMatchObject({
      code: '40401',
    })
    const reject = `/withdrawals/${withdrawal?.withdrawalId}/reject`
    expect(await second.send(reject)).toContain('rejected')
    expect(await balanceOf(ann, 'USDT')).toBe('251.5')
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('counts a reorganised deposit once (W2)', async () => {
    const txHash = await pay(ben, 'ETH', '2')
    await mine(5)
    expect(await stateOf(ben, txHash)).toMatchObject({ state: 'credited' })
    const { height } = await dev('reorg', { network: 'evm-a', depth: 7, keep: true })
    await settle(async () => (await readHeight('evm-a')) >= height)
    expect(await stateOf(ben, txHash)).toMatchObject({ state: 'credited', confirmations: 8 })
    expect(await balanceOf(ben, 'ETH')).toBe('2')
    await mine(6)
    expect(await stateOf(ben, txHash)).toMatchObject({ state: 'unlocked' })
  }, 600_000)

  it('reverses a deposit that stays away', async () => {
    const txHash = await pay(ben, 'ETH', '3')
    await mine(5)
    expect(await balanceOf(ben, 'ETH')).toBe('5')
    const { height } = await dev('reorg', { network: 'evm-a', depth: 6, keep: false })
    await settle(async () => (await readHeight('evm-a')) >= height)
    expect(await stateOf(ben, txHash)).toMatchObject({ state: 'contested', confirmations: 0 })
    await mine(24)
    expect(await stateOf(ben, txHash)).toMatchObject({ state: 'reversed' })
    expect(await balanceOf(ben, 'ETH')).toBe('2')
    expect(await checkLedger(gateway.db)).toEqual([])
  }, 600_000)

  it('pages the history', async () => {
    const first = await historyOf(ben, '?limit=1')
    const second = await historyOf(ben, `?limit=1&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect([first.items[0]?.amount, second.items[0]?.amount, second.next]).toEqual(['3', '2', null])
    expect(await ben.client.get('/v1/asset/deposit/history?cursor=x')).toMatchObject({
      code: '40010',
    })
  })

  it('finds coins and ledger equal on every network (W1)', async () => {
    gateway.leap(120_000)
    await mine(1)
    await mine(1, 'evm-b')
    expect((await coins()).networks.map(({ suspended }) => suspended)).toEqual([null, null])
    for (const network of ['evm-a', 'evm-b'])
      expect(await dev('check', { network })).toMatchObject({ faults: [] })
  })

  it('pauses a network whose coins are not those of the ledger (W1)', async () => {
    const { address } = await addressOf(ann, 'ETH', 'evm-b')
    const { data } = await gateway.client().get('/v1/dev/chain')
    const chains = data as unknown as { network: string; url: string }[]
    await fetch(chains.find(({ network }) => network === 'evm-b')?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'anvil_setBalance',
        params: [address, '0x1'],
      }),
    })
    expect(await dev('check', { network: 'evm-b' })).toMatchObject({
      faults: [expect.stringMatching(/^ETH at .+\(W1\)$/)],
    })
    gateway.leap(120_000)
    await mine(1, 'evm-b')
    await settle(async () => (await coins()).networks[1]?.suspended === 'paused')
  })

  it('pauses a network that loses an unlocked deposit (wallet 3)', async () => {
    const txHash = await pay(ann, 'ETH', '1')
    await mine(11)
    expect(await stateOf(ann, txHash)).toMatchObject({ state: 'unlocked' })
    await dev('reorg', { network: 'evm-a', depth: 13, keep: false })
    await settle(async () => (await coins()).networks[0]?.suspended === 'paused')
    expect(await balanceOf(ann, 'ETH')).toBe('1')
  }, 600_000)
})
