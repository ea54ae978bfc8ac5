import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { createScriptedChain } from '../../testing/createScriptedChain.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createWatcher, type WatcherOptions } from './createWatcher.ts'
import type { ChainMove } from './ports/Chain.ts'
import { DEVELOPMENT_NETWORKS, type Network } from './ports/networks.ts'
import { openSightings, sightingKey } from './sightings.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const TOKEN = evm.assets.find(({ asset }) => asset === 'USDT')?.contract ?? ''
/** A USDT in units of the chain, and in the ledger's atoms. */
const UNIT = 1_000_000n
const ATOMS = 100n * UNIT
/** Depths of a network with quick blocks. */
const [creditAt, unlockAt] = [3, 6]
const OWNERS: Readonly<Record<string, string | null>> = { '0xu': 'u', '0xv': 'v', '0xhot': null }

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const pay = (txHash: string, units: bigint, changes: Partial<ChainMove> = {}): ChainMove => ({
  txHash,
  ordinal: 0,
  kind: 'token',
  contract: TOKEN,
  from: '0xpayer',
  to: '0xu',
  units,
  ...changes,
})

let networks = 0
/** A network of its own in the database that all tests share. */
async function setUp({ head = 3 } = {}) {
  const network: Network = { ...evm, id: `n${++networks}`, creditAt, unlockAt }
  const chain = createScriptedChain({ network: network.id, head })
  const exchange = createExchange(SPOT_SYMBOLS)
  const pauses: { readonly reason: string; readonly detail: string }[] = []
  const seen: string[] = []
  const world = { now: 1, canWrite: true }
  const options: WatcherOptions = {
    network,
    chain,
    db: {
      ...db,
      query: (...call: Parameters<Database['query']>) => db.query(...call),
      transaction: (work: Parameters<Database['transaction']>[0]) =>
        world.canWrite ? db.transaction(work) : Promise.reject(new Error('The disk is full.')),
    } as Database,
    core: {
      state: exchange.state,
      execute: (command) => ({ outcome: exchange.execute(command) }) as never,
      durable: async () => {},
    },
    clock: { now: () => world.now },
    log: silentLog,
    ownerOf: (address) => OWNERS[address],
    onSightings: (list) => void seen.push(...list.map(({ state }) => state)),
    onPause: async (pause) => void pauses.push(pause),
  }
  const start = async () => {
    const watcher = createWatcher(options)
    await watcher.load()
    return watcher
  }
  let watcher = await start()
  const balanceOf = (owner: string, asset = 'USDT'): bigint =>
    exchange.state.accounts.of('live', owner, asset).balance
  return {
    network,
    chain,
    exchange,
    pauses,
    seen,
    world,
    balanceOf,
    watcher: () => watcher,
    /** As after a crash: what is in memory is lost, the journal is not. */
    async restart() {
      watcher = await start()
    },
    /** Reads until nothing is new. */
    async read() {
      while (await watcher.step());
    },
    states: () => [...watcher.open()].map(({ state }) => state),
    rows: async () => openSightings(db, { network: network.id, above: -1 }),
    mayWithdraw: () => exchange.state.deposits.lockedOf('u', 'USDT') === 0n,
  }
}
type Test = Awaited<ReturnType<typeof setUp>>

/** One that waits for `depth` confirmations has them now. */
async function deposited({ chain, read }: Test, depth: number, units = 5n * UNIT) {
  await read()
  chain.mine({ moves: [pay('0x1', units)], more: depth - 1 })
  await read()
}

describe('the depth of a deposit (wallet 3)', () => {
  it('leaves what was there before the first look', async () => {
    const test = await setUp()
    test.chain.mine({ moves: [pay('0x0', 5n * UNIT)] })
    await test.read()
    test.chain.mine({ more: unlockAt })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([[], 0n])
  })

  it.each([
    [1, 'confirming', 0n],
    [creditAt - 1, 'confirming', 0n],
    [creditAt, 'credited', 5n * ATOMS],
    [unlockAt - 1, 'credited', 5n * ATOMS],
    [unlockAt, 'unlocked', 5n * ATOMS],
    [unlockAt + 30, 'unlocked', 5n * ATOMS],
  ])('makes it with %i confirmations %s, with %i atoms', async (depth, state, balance) => {
    const test = await setUp()
    await deposited(test, depth)
    expect([test.states(), test.balanceOf('user:u')]).toEqual([[state], balance])
    expect((await test.rows()).map((row) => row.state)).toEqual([state])
    expect(test.mayWithdraw()).toBe(state !== 'credited')
  })

  it('lets users trade from the credit on, and withdraw later', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    expect(test.exchange.state.accounts.spendable('live', 'user:u', 'USDT')).toBe(5n * ATOMS)
    expect(test.mayWithdraw()).toBe(false)
    test.chain.mine({ more: unlockAt - creditAt - 1 })
    await test.read()
    expect(test.mayWithdraw()).toBe(true)
  })

  it('reaches its user with every block until the end', async () => {
    const test = await setUp()
    await deposited(test, unlockAt)
    const counts = ['confirming', 'credited', 'unlocked'].map(
      (state) => test.seen.filter((each) => each === state).length,
    )
    expect(counts).toEqual([creditAt - 1, unlockAt - creditAt, 1])
  })

  it('counts two payments of one transaction as two', async () => {
    const test = await setUp()
    await test.read()
    const moves = [pay('0x1', 2n * UNIT), pay('0x1', 3n * UNIT, { ordinal: 1, to: '0xv' })]
    test.chain.mine({ moves, more: creditAt })
    await test.read()
    expect([test.balanceOf('user:u'), test.balanceOf('user:v')]).toEqual([2n * ATOMS, 3n * ATOMS])
  })

  it('pays what comes to the hot address to the treasury, however small', async () => {
    const test = await setUp()
    await test.read()
    test.chain.mine({ moves: [pay('0x1', 1n, { to: '0xhot' })], more: creditAt })
    await test.read()
    expect(test.balanceOf('treasury')).toBe(100n)
  })
})

describe('a crash of the gateway (wallet 9)', () => {
  it('pays once what fell between a credit and its row', async () => {
    const test = await setUp()
    await deposited(test, creditAt - 1)
    test.chain.mine()
    test.world.canWrite = false
    await expect(test.read()).rejects.toThrow('disk is full')
    expect(test.balanceOf('user:u')).toBe(5n * ATOMS)
    test.world.canWrite = true
    await test.restart()
    expect(test.states()).toEqual(['confirming'])
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['credited'], 5n * ATOMS])
  })

  it('stops once what fell between a lost block and its row', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    test.chain.reorganise(creditAt)
    test.chain.mine({ more: creditAt })
    test.world.canWrite = false
    await expect(test.read()).rejects.toThrow('disk is full')
    test.world.canWrite = true
    await test.restart()
    await test.read()
    expect(test.states()).toEqual(['contested'])
    expect(test.exchange.state.deposits.isStopped('u')).toBe(true)
  })

  it('forgets nothing of what it read', async () => {
    const test = await setUp()
    await deposited(test, 2)
    const { height, hash } = test.watcher().cursor() ?? {}
    await test.restart()
    expect(test.watcher().cursor()).toEqual({ height, hash })
    test.chain.mine({ more: unlockAt })
    await test.read()
    expect(test.states()).toEqual(['unlocked'])
  })
})

describe('a re-organisation (wallet 3)', () => {
  it('counts the confirmations of what is not credited anew', async () => {
    const test = await setUp()
    await deposited(test, creditAt - 1)
    test.chain.reorganise(creditAt - 1)
    test.chain.mine({ more: creditAt - 2 })
    await test.read()
    expect(test.states()).toEqual(['seen'])
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], more: creditAt - 2 })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['confirming'], 0n])
    test.chain.mine()
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['credited'], 5n * ATOMS])
  })

  it('stops what leaves until a credited payment is back', async () => {
    const test = await setUp()
    await deposited(test, creditAt + 1)
    test.chain.reorganise(creditAt + 1)
    test.chain.mine({ more: creditAt + 1 })
    await test.read()
    expect(test.states()).toEqual(['contested'])
    expect(test.exchange.state.deposits.isStopped('u')).toBe(true)
    expect(test.balanceOf('user:u')).toBe(5n * ATOMS)
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], more: unlockAt - 1 })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['unlocked'], 5n * ATOMS])
    expect(test.exchange.state.deposits.isStopped('u')).toBe(false)
  })

  it('takes back what stays away for twice the depth of the end', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    test.chain.reorganise(creditAt)
    test.chain.mine({ more: 2 * unlockAt - 2 })
    await test.read()
    expect(test.states()).toEqual(['contested'])
    test.chain.mine()
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['reversed'], 0n])
    expect(test.balanceOf(`chain:${test.network.id}`)).toBe(0n)
  })

  it('leaves a claim for what was spent meanwhile', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    // Traded away: the account keeps two of five.
    const account = test.exchange.state.accounts.of('live', 'user:u', 'USDT')
    const treasury = test.exchange.state.accounts.of('live', 'treasury', 'USDT')
    account.balance -= 3n * ATOMS
    treasury.balance += 3n * ATOMS
    test.chain.reorganise(creditAt)
    test.chain.mine({ more: 2 * unlockAt })
    await test.read()
    expect(test.balanceOf('user:u')).toBe(0n)
    expect([...test.exchange.state.deposits.claims.values()]).toMatchObject([
      { userId: 'u', asset: 'USDT', amount: 3n * ATOMS },
    ])
    expect(test.exchange.state.deposits.isStopped('u')).toBe(true)
  })

  it('holds what comes back after it was taken back', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    test.chain.reorganise(creditAt)
    test.chain.mine({ more: 2 * unlockAt })
    await test.read()
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], more: unlockAt })
    await test.read()
    expect([...test.watcher().open()]).toMatchObject([{ state: 'held', reason: 'returned' }])
    expect(test.balanceOf('user:u')).toBe(0n)
  })

  it('drops what was never credited, and takes it when it comes', async () => {
    const test = await setUp()
    await deposited(test, 2)
    test.chain.reorganise(2)
    test.chain.mine({ more: 2 * unlockAt })
    await test.read()
    expect(test.states()).toEqual(['dropped'])
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], more: creditAt })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['credited'], 5n * ATOMS])
  })

  it('stops the network for a person below the final depth', async () => {
    const test = await setUp()
    await deposited(test, unlockAt)
    test.chain.reorganise(unlockAt)
    test.chain.mine({ more: unlockAt })
    await test.read()
    expect(test.pauses).toEqual([
      { reason: 'reorganised', detail: 'Unlocked deposits left the chain: 0x1' },
    ])
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['unlocked'], 5n * ATOMS])
  })

  it('changes nothing where the block of a deposit stays', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    test.chain.reorganise(creditAt - 1)
    test.chain.mine({ more: creditAt })
    await test.read()
    expect(test.states()).toEqual(['credited'])
    expect(test.pauses).toEqual([])
  })

  it('stops the network where no common block is kept', async () => {
    const test = await setUp()
    await test.read()
    test.chain.reorganise(4)
    test.chain.mine({ more: 6 })
    await expect(test.watcher().step()).rejects.toMatchObject({ code: 'GONE' })
    expect(test.pauses).toMatchObject([{ reason: 'reorganised' }])
  })

  it('brings the amount that the new block has', async () => {
    const test = await setUp()
    await deposited(test, 2, 5n * UNIT)
    test.chain.reorganise(2)
    // A contract pays by the price of its block: the same transaction, less for the user.
    test.chain.mine({ moves: [pay('0x1', 2n * UNIT)], more: creditAt })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['credited'], 2n * ATOMS])
    expect(await test.rows()).toMatchObject([{ units: 2n * UNIT, amount: 2n * ATOMS }])
  })

  it('pays whom the new block names', async () => {
    const test = await setUp()
    await deposited(test, 2, 5n * UNIT)
    test.chain.reorganise(2)
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT, { to: '0xv' })], more: creditAt })
    await test.read()
    expect([test.balanceOf('user:u'), test.balanceOf('user:v')]).toEqual([0n, 5n * ATOMS])
    expect(await test.rows()).toMatchObject([{ userId: 'v', address: '0xv' }])
  })

  it('holds what is dishonest in its new block only', async () => {
    const test = await setUp()
    await deposited(test, 2, 5n * UNIT)
    test.chain.reorganise(2)
    const unsaid = [{ address: '0xu', contract: TOKEN, units: -1n }]
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], unsaid, more: unlockAt })
    await test.read()
    expect([...test.watcher().open()]).toMatchObject([{ state: 'held', reason: 'amount' }])
    expect(test.balanceOf('user:u')).toBe(0n)
  })

  it('does not take another amount for what was credited', async () => {
    const test = await setUp()
    await deposited(test, creditAt)
    test.chain.reorganise(creditAt)
    test.chain.mine({ moves: [pay('0x1', 9n * UNIT)], more: creditAt })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['contested'], 5n * ATOMS])
    expect(test.exchange.state.deposits.isStopped('u')).toBe(true)
  })
})

describe('coins that nobody credits by himself (wallet 3)', () => {
  const dishonest = [{ address: '0xu', contract: TOKEN, units: -1n }]

  async function held(depth: number) {
    const test = await setUp()
    await test.read()
    test.chain.mine({ moves: [pay('0x1', 5n * UNIT)], unsaid: dishonest, more: depth - 1 })
    await test.read()
    const key = sightingKey({ network: test.network.id, txHash: '0x1', ordinal: 0 })
    return { test, key }
  }

  it.each([
    ['held: the balance says less', pay('0x1', 5n * UNIT), dishonest, 'held', 'amount'],
    ['ignored: too small', pay('0x1', UNIT - 1n), [], 'ignored', 'small'],
    [
      'ignored: a token that is not listed',
      pay('0x1', UNIT, { contract: '0xt' }),
      [],
      'ignored',
      'unlisted',
    ],
  ] as const)('are %s', async (_, move, unsaid, state, reason) => {
    const test = await setUp()
    await test.read()
    test.chain.mine({ moves: [move], unsaid, more: unlockAt })
    await test.read()
    expect([...test.watcher().open()]).toMatchObject([{ state, reason }])
    expect(test.balanceOf('user:u')).toBe(0n)
  })

  it('are taken from the smallest deposit on', async () => {
    const test = await setUp()
    await deposited(test, creditAt, UNIT)
    expect(test.states()).toEqual(['credited'])
  })

  it.each([
    ['all of it', undefined, 5n * ATOMS],
    ['a part of it', 4n * ATOMS, 4n * ATOMS],
    ['one atom of it', 1n, 1n],
  ])('are credited as operators decide: %s', async (_, amount, balance) => {
    const { test, key } = await held(creditAt)
    await test.watcher().credit({ key, amount })
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['credited'], balance])
    test.chain.mine({ more: unlockAt })
    await test.read()
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['unlocked'], balance])
  })

  it('are credited once', async () => {
    const { test, key } = await held(unlockAt)
    await test.watcher().credit({ key })
    expect(test.states()).toEqual(['unlocked'])
    await expect(test.watcher().credit({ key })).rejects.toThrow('not held')
    expect(test.balanceOf('user:u')).toBe(5n * ATOMS)
  })

  it.each([
    ['more than was seen', 5n * ATOMS + 1n],
    ['nothing', 0n],
    ['less than nothing', -1n],
  ])('are never credited with %s', async (_, amount) => {
    const { test, key } = await held(creditAt)
    await expect(test.watcher().credit({ key, amount })).rejects.toThrow(RangeError)
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['held'], 0n])
  })

  it('are not credited before they are deep enough', async () => {
    const { test, key } = await held(creditAt - 1)
    await expect(test.watcher().credit({ key })).rejects.toThrow('deep')
    await expect(test.watcher().credit({ key: 'nobody' })).rejects.toThrow('not held')
  })

  it('go back at the depth of the end only', async () => {
    const { test, key } = await held(unlockAt - 1)
    let returned = 0
    const giveBack = () => void returned++
    await expect(test.watcher().credit({ key, giveBack })).rejects.toThrow('deep')
    test.chain.mine()
    await test.read()
    await test.watcher().credit({ key, giveBack })
    expect([returned, test.states()]).toEqual([1, ['returned']])
  })

  it('are the user\u2019s where they cannot go back after all', async () => {
    const { test, key } = await held(unlockAt)
    const giveBack = () => {
      throw new Error('The address is closed.')
    }
    await expect(test.watcher().credit({ key, giveBack })).rejects.toThrow('closed')
    expect([test.states(), test.balanceOf('user:u')]).toEqual([['unlocked'], 5n * ATOMS])
    expect((await test.rows())[0]?.state).toBe('unlocked')
  })

  it('are credited in no block while theirs is lost', async () => {
    const { test, key } = await held(creditAt)
    test.chain.reorganise(creditAt)
    test.chain.mine({ more: creditAt })
    await test.read()
    await expect(test.watcher().credit({ key })).rejects.toThrow('no block')
  })
})

describe('any history of blocks and re-organisations (wallet 9)', () => {
  const step = fc.record({
    /** Blocks that are lost first; never as many as make a deposit final. */
    lost: fc.nat(4),
    pays: fc.boolean(),
    blocks: fc.integer({ min: 1, max: 3 }),
  })

  it('pays what the chain has in the end, once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (history) => {
        const test = await setUp({ head: 6 })
        await test.read()
        const mined = new Map<string, number>()
        let height = 6
        let count = 0
        for (const { lost, pays, blocks } of history) {
          const depth = Math.min(lost, height - 6)
          if (depth > 0) test.chain.reorganise(depth)
          height -= depth
          for (const [txHash, at] of mined) if (at > height) mined.delete(txHash)
          const txHash = `0x${++count}`
          const moves = pays ? [pay(txHash, UNIT)] : []
          if (pays) mined.set(txHash, height + 1)
          test.chain.mine({ moves, more: depth + blocks - 1 })
          height += depth + blocks
          await test.read()
        }
        test.chain.mine({ more: 2 * unlockAt })
        await test.read()
        expect(test.balanceOf('user:u')).toBe(BigInt(mined.size) * ATOMS)
        expect(test.balanceOf(`chain:${test.network.id}`)).toBe(-BigInt(mined.size) * ATOMS)
        expect(test.mayWithdraw()).toBe(true)
      }),
      { numRuns: 6 },
    )
  })
})
