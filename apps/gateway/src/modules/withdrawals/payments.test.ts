import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExchange, type Exchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import { copyState } from '../../testing/stateText.ts'
import { createDevChain, type DevChain } from '../wallet/devchain/createDevChain.ts'
import { findAnvil } from '../wallet/devchain/startAnvil.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../wallet/ports/networks.ts'
import type { SignerClient } from '../wallet/signer/createSignerClient.ts'
import { openDevelopmentSigner } from '../wallet/signer/openDevelopmentSigner.ts'
import { createBroadcaster, type Broadcaster } from './createBroadcaster.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const ETH = 10n ** 18n
const binary = findAnvil()

/** Chain and signer are real; the exchange has no gateway around it, and blocks come when asked. */
describe.skipIf(binary === undefined)('payments of withdrawals (W4)', () => {
  let dir = ''
  let chain: DevChain
  let signer: SignerClient
  let hot = ''
  let exchange: Exchange
  let gateway: Broadcaster
  let count = 0
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'payments-'))
    const clock = nodeClock()
    signer = await openDevelopmentSigner({
      dataDir: dir,
      networks: DEVELOPMENT_NETWORKS,
      clock,
      operators: [],
    })
    chain = await createDevChain({
      binary: binary ?? '',
      network,
      dir,
      clock,
      log: silentLog,
      mines: false,
    })
    hot = await signer.hotAddress()
    await chain.faucet({ to: hot, asset: 'ETH', units: 5n * ETH })
    await chain.mine()
    exchange = createExchange(SPOT_SYMBOLS)
    const funds = { ETH: String(50n * ETH) }
    exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
    gateway = broadcasterOf(exchange)
  })
  afterAll(async () => {
    await chain.stop()
    signer.close()
    await rm(dir, { recursive: true, force: true })
  })

  function broadcasterOf(own: Exchange): Broadcaster {
    return createBroadcaster({
      trading: {
        core: { state: own.state, paused: () => undefined },
        runWithEffects: (command: ExchangeCommand) => run(own, command),
        confirm: async (value: unknown) => value,
      } as never,
      networks: [{ network, chain: () => chain, pause: () => undefined }],
      signer,
      clock: { now: () => 1, after: () => ({ cancel() {} }) },
      log: silentLog,
    })
  }

  function run(own: Exchange, command: ExchangeCommand): void {
    const outcome = own.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
  }

  /** An address that nobody had before. */
  const newAddress = () => `0x${String(++count).padStart(40, '9')}`
  function apply(amount: bigint, { to = newAddress() } = {}) {
    const id = exchange.state.next.withdrawal ?? 1
    for (const command of [
      {
        kind: 'withdraw',
        at: 1,
        userId: 'u',
        clientOid: `w${id}`,
        digest: 'd',
        network: network.id,
        asset: 'ETH',
        address: to,
        atoms: String(amount),
        fee: '0',
        value: '0',
        cap: '0',
      },
      { kind: 'withdrawalEvent', at: 1, id, event: 'rulesPass' },
    ] as const)
      run(exchange, command)
    return { id, to }
  }
  const find = (id: number): Readonly<Withdrawal> | undefined =>
    exchange.state.withdrawals.open.get(id)
  const steps = async (broadcaster: Broadcaster, rounds: number) => {
    for (let round = 0; round < rounds; round++) await broadcaster.step()
  }
  const rpc = (method: string, params: readonly unknown[]) =>
    fetch(chain.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })

  it('pays once what two gateways broadcast', async () => {
    const { id, to } = apply(ETH / 10n)
    const twin = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    const other = broadcasterOf(twin)
    for (let round = 0; round < 4; round++) await Promise.all([gateway.step(), other.step()])
    const [one, two] = [find(id), twin.state.withdrawals.open.get(id)]
    expect(one).toMatchObject({ state: 'broadcast' })
    expect(two?.payments).toEqual(one?.payments)
    await chain.mine(12)
    for (let round = 0; round < 3; round++) await Promise.all([gateway.step(), other.step()])
    expect([find(id), twin.state.withdrawals.open.get(id)]).toEqual([undefined, undefined])
    expect(await chain.balance(to)).toBe(ETH / 10n)
    expect(await chain.nonce(hot)).toBe(1)
  })

  it('replaces a payment that stays unmined with one of a higher fee', async () => {
    const { id, to } = apply(ETH / 10n)
    await steps(gateway, 4)
    expect(find(id)?.state).toBe('broadcast')
    // Every block asks more than was offered.
    for (let block = 0; block <= 10; block++) {
      await rpc('anvil_setNextBlockBaseFeePerGas', [`0x${(50n * 10n ** 9n).toString(16)}`])
      await chain.mine()
      await steps(gateway, 1)
    }
    const payments = find(id)?.payments ?? []
    expect(payments.map(({ bump }) => bump)).toEqual([0, 1])
    const [first, second] = payments.map(({ raw }) => parseTransaction(raw as `0x02${string}`))
    expect(second?.nonce).toBe(first?.nonce)
    expect((second?.maxFeePerGas ?? 0n) * 4n).toBeGreaterThanOrEqual(
      (first?.maxFeePerGas ?? 0n) * 5n,
    )
    await steps(gateway, 1)
    await chain.mine(12)
    await steps(gateway, 3)
    expect(find(id)).toBeUndefined()
    expect(await chain.balance(to)).toBe(ETH / 10n)
  })

  it('waits while the hot address has too little for all of them', async () => {
    const [first, second] = [apply(ETH / 2n), apply(5n * ETH)]
    await steps(gateway, 4)
    expect([find(first.id)?.state, find(second.id)?.state]).toEqual(['broadcast', 'approved'])
    run(exchange, { kind: 'withdrawalEvent', at: 2, id: second.id, event: 'cancel' })
    await chain.mine(12)
    await steps(gateway, 3)
    expect(find(first.id)).toBeUndefined()
  })

  it('waits while a deposit of the user is contested', async () => {
    const { id } = apply(ETH / 10n)
    const name = { network: network.id, txHash: '0xd', ordinal: 0 }
    const coins = { userId: 'u', asset: 'USDT', atoms: '1', height: 1 }
    run(exchange, { kind: 'deposit', at: 1, ...name, ...coins })
    run(exchange, { kind: 'depositEvent', at: 1, ...name, event: 'orphaned' })
    await steps(gateway, 4)
    expect(find(id)).toMatchObject({ state: 'approved', payments: [] })
    expect(find(id)?.asked).toBeUndefined()
    run(exchange, { kind: 'depositEvent', at: 2, ...name, event: 'mined', height: 2 })
    await steps(gateway, 4)
    expect(find(id)?.state).toBe('broadcast')
    await chain.mine(12)
    await steps(gateway, 3)
    expect(find(id)).toBeUndefined()
  })

  it('can be cancelled while the cap of the hour is reached', async () => {
    await chain.faucet({ to: hot, asset: 'ETH', units: 50n * ETH })
    await chain.mine()
    const paid = Array.from({ length: 10 }, () => apply(ETH))
    await steps(gateway, 5)
    const states = paid.map(({ id }) => find(id)?.state)
    expect(new Set(states)).toEqual(new Set(['broadcast', 'approved']))
    const waiting = paid.find(({ id }) => find(id)?.state === 'approved')
    expect(find(waiting?.id ?? 0)?.asked).toBeUndefined()
  })

  it('goes on in a gateway that starts from a copy', async () => {
    const before = copyState(exchange.state)
    const restarted = createExchange(SPOT_SYMBOLS, before)
    await chain.mine(12)
    await steps(broadcasterOf(restarted), 3)
    const left = [...restarted.state.withdrawals.open.values()].map(({ state }) => state)
    expect(left.length).toBeGreaterThan(0)
    expect(new Set(left)).toEqual(new Set(['approved']))
  })
})
