import { keccak256, parseTransaction, serializeTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createExchange } from '../../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../../exchange/state/command.ts'
import type { Database } from '../../../platform/db/Database.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { createScriptedChain } from '../../../testing/createScriptedChain.ts'
import { openTestDatabase } from '../../../testing/openTestDatabase.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../ports/networks.ts'
import type { Signer } from '../ports/Signer.ts'
import { createSweeper } from './createSweeper.ts'
import { createSweepPayments } from './payments.ts'
import { openSweeps, writeSweep, type Sweep } from './queries.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const HOT = '0xhot'
const OWN = '0xown'
const MINUTE_MS = 60_000

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('delete from chain_sweep'))

let nth = 0
const sweep = (changes: Partial<Sweep> = {}): Sweep => ({
  id: `s${++nth}`,
  network: evm.id,
  kind: 'sweep',
  index: 4,
  address: OWN,
  asset: 'ETH',
  units: 900n,
  finalHeight: 1,
  inputs: [],
  payments: [],
  isFinal: false,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})
type Request = Parameters<Signer['sign']>[0]

/** A chain whose blocks come when a test says so, and a signer that signs what it is asked for. */
async function setUp(of: Partial<Sweep> = {}) {
  const chain = createScriptedChain({
    head: 3,
    hashOf: (raw) => keccak256(raw as `0x${string}`),
  })
  const exchange = createExchange(SPOT_SYMBOLS)
  exchange.state.accounts.of('live', 'treasury', 'ETH').balance = 1_000n
  const world = { now: 0, refusal: undefined as string | undefined, durable: 0 }
  const asked: Request[] = []
  const lines: string[] = []
  const signer: Signer = {
    hotAddress: async () => HOT,
    attest: async () => '',
    async sign(request) {
      asked.push(request)
      if (world.refusal !== undefined) return { refused: world.refusal }
      if (!('gas' in request)) return { refused: 'malformed' }
      const maxFeePerGas = BigInt(request.gas.maxFeePerGas)
      const raw = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 7, maxFeePerGas })
      return { signed: { raw, txHash: keccak256(raw), nonce: 7 } }
    },
  }
  const options = {
    signer,
    db,
    core: {
      execute: (command: ExchangeCommand) => ({ outcome: exchange.execute(command) }) as never,
      durable: async () => void world.durable++,
      settled: async () => {},
    },
    clock: { now: () => world.now },
    log: { ...silentLog, error: (text: string) => void lines.push(text) },
  }
  const open = new Map<string, Sweep>()
  const own = sweep(of)
  open.set(own.id, own)
  await writeSweep(db, own)
  const advance = createSweepPayments(options, open)
  const steps = async (rounds = 1) => {
    for (let round = 0; round < rounds; round++)
      for (const each of open.values())
        await advance({ network: evm, chain, height: (await chain.head()).height }, each)
  }
  const treasury = () => exchange.state.accounts.of('live', 'treasury', 'ETH').balance
  const rows = async () => openSweeps(db)
  return { chain, exchange, world, asked, lines, open, own, steps, treasury, rows }
}

describe('a payment between our addresses (wallet 4)', () => {
  it('is signed, sent and final, one step at a time', async () => {
    const { chain, own, steps, rows, open } = await setUp()
    await steps()
    expect([own.payments.length, chain.sent.length]).toEqual([1, 0])
    expect((await rows())[0]?.payments).toEqual(own.payments)
    await steps()
    expect(chain.sent).toEqual([own.payments[0]?.raw])
    chain.mine({ mined: [{ txHash: own.payments[0]?.txHash ?? '' }], more: evm.unlockAt - 2 })
    await steps()
    expect(open.size).toBe(1)
    chain.mine()
    await steps()
    expect([open.size, await rows()]).toEqual([0, []])
  })

  it.each<[string, Partial<Sweep>, object]>([
    ['a deposit', {}, { kind: 'sweep', index: 4, asset: 'ETH', units: '900' }],
    ['gas for one', { kind: 'gas', units: 5n }, { kind: 'gas', index: 4, units: '5' }],
    [
      'coins for the cold address',
      { kind: 'cold', index: undefined, address: HOT },
      { kind: 'cold', asset: 'ETH', units: '900' },
    ],
  ])('asks the signer for %s by what it is', async (_, of, request) => {
    const { asked, steps, own } = await setUp(of)
    await steps()
    expect(asked).toEqual([
      {
        ...request,
        id: own.id,
        bump: 0,
        network: evm.id,
        mined: 0,
        gas: { limit: '21000', maxFeePerGas: '20', maxPriorityFeePerGas: '1' },
      },
    ])
  })

  it('counts what its own sender has mined', async () => {
    for (const [kind, mined] of [
      ['sweep', 3],
      ['gas', 9],
    ] as const) {
      const { chain, asked, steps } = await setUp({ kind })
      chain.setNonce(OWN, 3)
      chain.setNonce(HOT, 9)
      await steps()
      expect(asked[0]).toMatchObject({ mined })
    }
  })

  it('has more gas for a token', async () => {
    const { asked, steps } = await setUp({ asset: 'USDT' })
    await steps()
    expect(asked[0]).toMatchObject({ gas: { limit: '100000' } })
  })

  it('asks for nothing of an asset that the network lost', async () => {
    const { asked, steps } = await setUp({ asset: 'DAI' })
    await steps(3)
    expect(asked).toEqual([])
  })
})

describe('what a payment between our addresses costs (W6)', () => {
  it('is paid by the treasury, once', async () => {
    const { chain, own, steps, treasury, open, world } = await setUp()
    await steps(2)
    const { txHash = '' } = own.payments[0] ?? {}
    chain.mine({ mined: [{ txHash, gas: 70n }], more: evm.unlockAt })
    await steps()
    expect([treasury(), world.durable > 0]).toEqual([930n, true])
    // As after a crash before its row said that it is final.
    open.set(own.id, own)
    await steps()
    expect(treasury()).toBe(930n)
  })

  it('is nothing of one that cost nothing', async () => {
    const { chain, own, steps, treasury } = await setUp()
    await steps(2)
    chain.mine({ mined: [{ txHash: own.payments[0]?.txHash ?? '' }], more: evm.unlockAt })
    await steps()
    expect(treasury()).toBe(1_000n)
  })

  it('is paid also for one that was reverted', async () => {
    const { chain, own, steps, treasury } = await setUp()
    await steps(2)
    const { txHash = '' } = own.payments[0] ?? {}
    chain.mine({ mined: [{ txHash, gas: 70n, succeeded: false }], more: evm.unlockAt })
    await steps()
    expect(treasury()).toBe(930n)
  })
})

describe('a payment between our addresses that stays unmined (W4)', () => {
  it('is replaced after ten blocks, and five times at most', async () => {
    const { chain, own, steps } = await setUp()
    await steps(2)
    chain.mine({ more: 8 })
    await steps()
    expect(own.payments).toHaveLength(1)
    for (let round = 0; round < 8; round++) {
      chain.mine({ more: 9 })
      await steps(2)
    }
    expect(own.payments.map(({ bump }) => bump)).toEqual([0, 1, 2, 3, 4, 5])
    const fees = own.payments.map(
      ({ raw }) => parseTransaction(raw as `0x02${string}`).maxFeePerGas ?? 0n,
    )
    for (const [at, fee] of fees.slice(1).entries())
      expect(fee * 4n).toBeGreaterThanOrEqual((fees[at] ?? 0n) * 5n)
  })

  it('is not replaced at once after its block was lost', async () => {
    const { chain, own, steps } = await setUp()
    await steps(2)
    const { txHash = '' } = own.payments[0] ?? {}
    chain.mine({ mined: [{ txHash }], more: evm.unlockAt - 2 })
    await steps()
    chain.reorganise(evm.unlockAt - 1)
    chain.mine({ more: evm.unlockAt })
    await steps()
    expect(own.payments).toHaveLength(1)
    chain.mine({ more: 9 })
    await steps()
    expect(own.payments).toHaveLength(2)
  })

  it('is final whichever of its replacements is mined', async () => {
    const { chain, own, steps, open } = await setUp()
    await steps(2)
    chain.mine({ more: 9 })
    await steps()
    expect(own.payments).toHaveLength(2)
    chain.mine({ mined: [{ txHash: own.payments[0]?.txHash ?? '' }], more: evm.unlockAt })
    await steps()
    expect([open.size, own.finalHash]).toEqual([0, own.payments[0]?.txHash])
  })
})

describe('a signer that refuses (wallet 4)', () => {
  it('is asked again a minute later', async () => {
    const { world, steps, asked, lines, own } = await setUp()
    world.refusal = 'gas'
    await steps(3)
    expect([asked.length, lines.length, own.isRefused]).toEqual([1, 1, true])
    world.now = MINUTE_MS - 1
    await steps()
    expect(asked).toHaveLength(1)
    world.now = MINUTE_MS
    world.refusal = undefined
    await steps()
    expect([asked.length, own.isRefused, own.payments.length]).toEqual([2, false, 1])
  })

  it('makes the payment planned anew after ten minutes', async () => {
    const { world, steps, open, rows } = await setUp()
    world.refusal = 'gas'
    world.now = 10 * MINUTE_MS
    await steps()
    expect(open.size).toBe(1)
    world.now = 11 * MINUTE_MS + 1
    await steps()
    expect([open.size, await rows()]).toEqual([0, []])
  })

  it('makes it planned anew at once where its outputs are spent', async () => {
    const { world, steps, open } = await setUp()
    world.refusal = 'inputs'
    await steps()
    expect(open.size).toBe(0)
  })

  it('keeps what it may have signed before', async () => {
    const { world, steps, open } = await setUp()
    world.refusal = 'changed'
    world.now = 60 * MINUTE_MS
    await steps()
    expect(open.size).toBe(1)
  })

  it('keeps what is under way, however old', async () => {
    const { world, steps, open, chain } = await setUp()
    await steps(2)
    world.refusal = 'inputs'
    world.now = 60 * MINUTE_MS
    chain.mine({ more: 9 })
    await steps()
    expect(open.size).toBe(1)
  })
})

describe('coins that an operator sent from the cold address (wallet 4)', () => {
  const refill = {
    kind: 'refill',
    payments: [{ txHash: '0xr', raw: '', nonce: 0, bump: 0 }],
  } as const

  it('cost the treasury what they took, once final', async () => {
    const { chain, steps, treasury, asked, open } = await setUp(refill)
    chain.mine({ mined: [{ txHash: '0xr', gas: 40n }], more: evm.unlockAt - 2 })
    await steps()
    expect([treasury(), open.size]).toEqual([1_000n, 1])
    chain.mine()
    await steps()
    expect([treasury(), open.size, asked.length, chain.sent.length]).toEqual([960n, 0, 0, 0])
  })

  it('are forgotten when their block is lost for good', async () => {
    const { chain, steps, open, treasury } = await setUp(refill)
    await steps()
    chain.mine({ more: 2 * evm.unlockAt - 2 })
    await steps()
    expect(open.size).toBe(1)
    chain.mine()
    await steps()
    expect([open.size, treasury(), chain.sent]).toEqual([0, 1_000n, []])
  })
})

describe('a sweeper that starts (wallet 4)', () => {
  it('knows what was open, and whose outputs and nonces are taken', async () => {
    const payment = { txHash: '0xp', raw: '0x', nonce: 3, bump: 0 }
    const input = { txHash: 'ab', ordinal: 1, units: '5', index: null }
    for (const of of [
      sweep({ payments: [payment] }),
      sweep({ kind: 'gas', payments: [payment] }),
      sweep({ kind: 'cold' }),
      sweep({ kind: 'cold', network: 'ltc', inputs: [input] }),
      sweep({ isFinal: true, payments: [payment] }),
    ])
      await writeSweep(db, of)
    const sweeper = createSweeper({
      networks: [],
      signer: {} as Signer,
      db,
      core: { state: createExchange(SPOT_SYMBOLS).state } as never,
      clock: { now: () => 0, monotonic: () => 0, after: () => ({ cancel() {} }) },
      log: silentLog,
      valueOf: () => undefined,
    })
    await sweeper.load()
    expect(sweeper.unbooked(evm.id)).toEqual([[payment], [payment], []])
    // A sweep is paid by the deposit address; an empty list is being signed.
    expect(sweeper.ofHotAddress(evm.id)).toEqual([[payment], []])
    expect(sweeper.reserved('ltc')).toEqual([input])
    expect(sweeper.reserved(evm.id)).toEqual([])
  })
})
