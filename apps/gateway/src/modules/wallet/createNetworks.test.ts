import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createScriptedChain } from '../../testing/createScriptedChain.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createNetworks } from './createNetworks.ts'
import { DEVELOPMENT_NETWORKS, type Network } from './ports/networks.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const TOKEN = evm.assets.find(({ asset }) => asset === 'USDT')?.contract ?? ''
const UNIT = 1_000_000n

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

let nth = 0
/** A network of its own; its loop goes on when a test says so. */
function setUp({ hasNode = true } = {}) {
  const network: Network = { ...evm, id: `m${++nth}`, creditAt: 1, unlockAt: 2 }
  const chain = createScriptedChain({ network: network.id })
  const exchange = createExchange(SPOT_SYMBOLS)
  let timers: { readonly ms: number; readonly run: () => void }[] = []
  const lines: string[] = []
  const world = { now: 0, hasNode, watched: 0 }
  const networks = createNetworks({
    networks: [network],
    connect: async () => (world.hasNode ? chain : undefined),
    onWatched: async () => void world.watched++,
    addresses: {
      ownerOf: (_family: string, address: string) => (address === '0xu' ? 'u' : undefined),
      assigned: () => ['0xu'],
    } as never,
    ownAddresses: () => ['0xhot'],
    db,
    core: {
      state: exchange.state,
      execute: (command: ExchangeCommand) => ({ outcome: exchange.execute(command) }) as never,
      durable: async () => {},
      paused: () => undefined,
    } as never,
    clock: {
      now: () => world.now,
      monotonic: () => world.now,
      after(ms, run) {
        const timer = { ms, run }
        timers.push(timer)
        return { cancel: () => void (timers = timers.filter((each) => each !== timer)) }
      },
    },
    log: {
      ...silentLog,
      warn: (text: string) => void lines.push(text),
      error: (text: string) => void lines.push(text),
    },
  })
  const { id } = network
  /** One round of the loop; answers how long it rests then. */
  async function round(): Promise<number | undefined> {
    const [timer] = timers
    timers = []
    timer?.run()
    while (timers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    return timers[0]?.ms
  }
  const running = networks.get(id)
  if (!running) throw new Error('There is no network.')
  const pay = (units: bigint) => ({
    txHash: `0x${units}`,
    ordinal: 0,
    kind: 'token' as const,
    contract: TOKEN,
    from: '0xpayer',
    to: '0xu',
    units,
  })
  const balance = () => exchange.state.accounts.of('live', 'user:u', 'USDT').balance
  return { id, chain, networks, running, world, lines, round, pay, balance, timers: () => timers }
}

describe('a network that is watched (wallet 3)', () => {
  it('reads all blocks of a round, and rests half a block', async () => {
    const { networks, chain, round, running, pay, balance } = setUp()
    networks.start()
    await round()
    chain.mine({ moves: [pay(5n * UNIT)], more: 4 })
    expect(await round()).toBe((evm.blockSeconds * 1_000) / 2)
    expect([running.height(), balance()]).toEqual([5, 500n * UNIT])
    expect(running.pause()).toBeUndefined()
    await networks.stop()
  })

  it('says once that it is watched', async () => {
    const { networks, round, world } = setUp()
    networks.start()
    for (let at = 0; at < 3; at++) await round()
    expect(world.watched).toBe(1)
    await networks.stop()
  })

  it('says what changed to those who listen', async () => {
    const { networks, chain, round, pay, id } = setUp()
    const seen: string[] = []
    const end = networks.onSightings(({ running, sightings }) =>
      seen.push(...sightings.map(({ state }) => `${running.network.id} ${state}`)),
    )
    networks.start()
    await round()
    chain.mine({ moves: [pay(5n * UNIT)] })
    await round()
    end()
    chain.mine()
    await round()
    expect(seen).toEqual([`${id} credited`])
    await networks.stop()
  })

  it('has no chain while its node does not answer, and asks again', async () => {
    const { networks, chain, round, running, lines } = setUp()
    networks.start()
    await round()
    chain.fail('UNREACHABLE')
    expect(await round()).toBe(2_000)
    await round()
    expect(running.chain()).toBeUndefined()
    expect(lines).toEqual(['A network does not answer'])
    chain.fail(undefined)
    await round()
    expect(running.chain()).toBeDefined()
    await networks.stop()
  })

  it('waits for a node that is not there yet', async () => {
    const { networks, round, world, running } = setUp({ hasNode: false })
    networks.start()
    await round()
    expect([running.chain(), running.height()]).toEqual([undefined, undefined])
    world.hasNode = true
    await round()
    expect(running.height()).toBe(0)
    await networks.stop()
  })

  it('reads nothing any more once it is stopped', async () => {
    const { networks, chain, round, running, timers } = setUp()
    networks.start()
    await round()
    await networks.stop()
    chain.mine()
    expect([timers(), running.height()]).toEqual([[], 0])
  })
})

describe('a difference between coins and ledger (W1)', () => {
  const lost = [{ address: '0xhot', contract: TOKEN, units: 7n }]

  it('pauses the network, which reads nothing then', async () => {
    const { networks, chain, round, running, world, lines } = setUp()
    networks.start()
    await round()
    chain.mine({ unsaid: lost })
    world.now += 60_000
    await round()
    expect(running.pause()).toEqual({
      reason: 'difference',
      detail: 'USDT at height 1: 700 on the chain, 0 expected (W1)',
      at: 60_000,
    })
    expect(lines).toEqual(['A network is paused'])
    chain.mine()
    await round()
    expect(running.height()).toBe(1)
    await networks.stop()
  })

  it('is looked for each minute, not with each block', async () => {
    const { networks, chain, round, running, world } = setUp()
    networks.start()
    await round()
    chain.mine({ unsaid: lost })
    world.now += 59_999
    await round()
    expect(running.pause()).toBeUndefined()
    world.now += 1
    await round()
    expect(running.pause()).toMatchObject({ reason: 'difference' })
    await networks.stop()
  })

  it('is shown to operators without a pause', async () => {
    const { networks, chain, id, running } = setUp()
    await networks.check(id)
    chain.mine({ unsaid: lost })
    expect(await networks.check(id)).toEqual({
      height: 1,
      faults: ['USDT at height 1: 700 on the chain, 0 expected (W1)'],
    })
    expect(running.pause()).toBeUndefined()
  })

  it('is an error to look for without a node', async () => {
    const { networks, id } = setUp({ hasNode: false })
    await expect(networks.check(id)).rejects.toMatchObject({ code: 'UNREACHABLE' })
    await expect(networks.credit(id, { key: 'k' })).rejects.toThrow('does not answer')
  })
})

describe('a pause by an operator (wallet 3)', () => {
  it('lasts until it is ended, and over a start', async () => {
    const { networks, chain, round, running, id } = setUp()
    networks.start()
    await round()
    await networks.pause(id, 'upgrade')
    chain.mine()
    await round()
    expect([running.height(), running.pause()?.detail]).toEqual([0, 'upgrade'])
    expect(await db.query('select reason from chain_pause where network = $1', [id])).toEqual([
      { reason: 'operator' },
    ])
    await networks.resume(id)
    await round()
    expect([running.height(), running.pause()]).toEqual([1, undefined])
    await networks.stop()
  })

  it('keeps the reason that came first', async () => {
    const { networks, running, id } = setUp()
    await networks.pause(id, 'first')
    await networks.pause(id, 'second')
    expect(running.pause()?.detail).toBe('first')
  })

  it('is of a network that is there', () => {
    const { networks } = setUp()
    expect(() => networks.pause('evm-z', 'x')).toThrow('no network evm-z')
    expect(networks.get('evm-z')).toBeUndefined()
  })
})
