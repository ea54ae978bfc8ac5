import { keccak256, parseTransaction, serializeTransaction } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createExchange, type Exchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { WITHDRAWAL_EVENTS, type Withdrawal } from '../../exchange/state/withdrawals.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createScriptedChain, type ScriptedChain } from '../../testing/createScriptedChain.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../wallet/ports/networks.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { createBroadcaster, type BroadcasterOptions } from './createBroadcaster.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const ETH = 10n ** 18n
const HOT = `0x${'a'.repeat(40)}`
const PAYEE = `0x${'b'.repeat(40)}`
const HOUR_MS = 3_600_000

type Request = Parameters<Signer['sign']>[0]

/** Signs what it is asked for, with the fee of the request; blocks come when a test says so. */
function setUp(changes: Partial<BroadcasterOptions> = {}) {
  const exchange: Exchange = createExchange(SPOT_SYMBOLS)
  const chain: ScriptedChain = createScriptedChain({
    head: 20,
    hashOf: (raw) => keccak256(raw as `0x${string}`),
  })
  const asked: Request[] = []
  const lines: string[] = []
  const world = {
    now: 1_000,
    refusal: undefined as string | undefined,
    pause: undefined as object | undefined,
    isPaused: false,
    hasNode: true,
  }
  const run = (command: ExchangeCommand): unknown => {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    return outcome
  }
  const signer: Signer = {
    hotAddress: async () => HOT,
    attest: async () => '',
    async sign(request) {
      asked.push(request)
      if (world.refusal !== undefined) return { refused: world.refusal }
      if (request.kind !== 'withdrawal') return { refused: 'malformed' }
      const raw = serializeTransaction({
        type: 'eip1559',
        chainId: 1,
        nonce: Number(request.id),
        maxFeePerGas: BigInt(request.gas.maxFeePerGas),
      })
      return { signed: { raw, txHash: keccak256(raw), nonce: Number(request.id) } }
    },
  }
  const log = {
    ...silentLog,
    warn: (text: string) => void lines.push(`warn ${text}`),
    error: (text: string) => void lines.push(`error ${text}`),
  }
  const broadcaster = createBroadcaster({
    trading: {
      core: { state: exchange.state, paused: () => (world.isPaused ? {} : undefined) },
      runWithEffects: run,
      confirm: async (value: unknown) => value,
    } as never,
    networks: [
      { network, chain: () => (world.hasNode ? chain : undefined), pause: () => world.pause },
    ],
    signer,
    clock: { now: () => world.now, after: () => ({ cancel() {} }) },
    log,
    ...changes,
  })
  const funds = { ETH: String(100n * ETH), USDT: String(10n ** 15n) }
  run({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
  chain.mine({ unsaid: [{ address: HOT, units: 50n * ETH }] })

  const find = (id: number): Readonly<Withdrawal> | undefined =>
    exchange.state.withdrawals.open.get(id)
  /** A request whose rules nobody judged yet. */
  function request({
    asset = 'ETH',
    atoms = ETH,
    value = 0n,
    on = network.id,
    clientOid = '',
  } = {}) {
    const id = exchange.state.next.withdrawal ?? 1
    run({
      kind: 'withdraw',
      at: world.now,
      userId: 'u',
      clientOid: clientOid || `w${id}`,
      digest: 'd',
      network: on,
      asset,
      address: PAYEE,
      atoms: String(atoms),
      fee: String(ETH / 1_000n),
      value: String(value),
      cap: String(10n ** 15n),
    })
    return id
  }
  async function steps(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) await broadcaster.step()
  }
  const txHash = (id: number): string => find(id)?.payments.at(-1)?.txHash ?? ''
  /** One that waits in the memory of the node. */
  async function broadcast(): Promise<number> {
    const id = request()
    await steps(3)
    expect(find(id)?.state).toBe('broadcast')
    return id
  }
  const balanceOf = (owner: string, asset = 'ETH'): bigint =>
    exchange.state.accounts.of('live', owner, asset).balance
  return {
    exchange,
    chain,
    asked,
    lines,
    world,
    broadcaster,
    run,
    find,
    request,
    steps,
    txHash,
    broadcast,
    balanceOf,
  }
}

let test: ReturnType<typeof setUp>
beforeEach(() => {
  test = setUp()
})

describe('a withdrawal on its way to the chain (wallet 4)', () => {
  it('goes one state further with each look, and ends final', async () => {
    const { request, find, steps, chain, txHash } = test
    const id = request()
    const seen: (string | undefined)[] = [find(id)?.state]
    for (let round = 0; round < 3; round++) {
      await steps(1)
      seen.push(find(id)?.state)
    }
    chain.mine({ mined: [{ txHash: txHash(id) }] })
    await steps(1)
    seen.push(find(id)?.state)
    chain.mine({ more: network.unlockAt - 2 })
    await steps(1)
    seen.push(find(id)?.state)
    expect(seen).toEqual(['pending', 'approved', 'signed', 'broadcast', 'confirming', undefined])
  })

  it('is judged and asked for in one look', async () => {
    const { request, find, steps } = test
    const id = request()
    await steps(1)
    expect(find(id)).toMatchObject({ state: 'approved', asked: true, payments: [] })
  })

  it('is final at its last confirmation, not one before', async () => {
    const { broadcast, chain, txHash, steps, find } = test
    const id = await broadcast()
    chain.mine({ mined: [{ txHash: txHash(id) }], more: network.unlockAt - 2 })
    await steps(2)
    expect(find(id)?.state).toBe('confirming')
    chain.mine()
    await steps(1)
    expect(find(id)).toBeUndefined()
  })

  it('pays the payee less the fee, and gas from the treasury', async () => {
    const { broadcast, chain, txHash, steps, run, balanceOf } = test
    run({
      kind: 'deposit',
      at: 1,
      network: network.id,
      txHash: '0x1',
      ordinal: 0,
      asset: 'ETH',
      atoms: '5000',
      height: 1,
    })
    const id = await broadcast()
    chain.mine({ mined: [{ txHash: txHash(id), gas: 700n }], more: network.unlockAt })
    await steps(2)
    expect(balanceOf('treasury')).toBe(4_300n)
    // Paid in 5000; the payment and its gas left.
    expect(balanceOf(`chain:${network.id}`)).toBe(-5_000n + (ETH - ETH / 1_000n) + 700n)
    expect(balanceOf('pending:withdraw')).toBe(0n)
  })

  it('gives back what a reverted payment did not move', async () => {
    const { broadcast, chain, txHash, steps, find, balanceOf } = test
    const before = balanceOf('user:u')
    const id = await broadcast()
    chain.mine({ mined: [{ txHash: txHash(id), succeeded: false, gas: 0n }] })
    await steps(1)
    expect(find(id)?.state).toBe('confirming')
    chain.mine({ more: network.unlockAt })
    await steps(1)
    expect(find(id)).toBeUndefined()
    expect(balanceOf('user:u')).toBe(before)
    expect(balanceOf('pending:withdraw')).toBe(0n)
  })
})

describe('the signer (wallet 4)', () => {
  it('is asked for exactly what leaves', async () => {
    const { request, steps, asked, chain } = test
    chain.setNonce(HOT, 6)
    const id = request({ atoms: 2n * ETH })
    await steps(2)
    expect(asked).toEqual([
      {
        kind: 'withdrawal',
        id: String(id),
        bump: 0,
        network: network.id,
        asset: 'ETH',
        address: PAYEE,
        receive: String(2n * ETH - ETH / 1_000n),
        fee: String(ETH / 1_000n),
        approvals: [],
        gas: { limit: '21000', maxFeePerGas: '20', maxPriorityFeePerGas: '1' },
        mined: 6,
      },
    ])
  })

  it.each(['hourly', 'inputs'])('leaves it cancellable after the refusal "%s"', async (refusal) => {
    const { request, steps, world, find, run } = test
    world.refusal = refusal
    const id = request()
    await steps(2)
    expect(find(id)).toMatchObject({ state: 'approved', payments: [] })
    expect(find(id)?.asked).toBeUndefined()
    run({ kind: 'withdrawalEvent', at: 2, id, event: 'cancel' })
    expect(find(id)).toBeUndefined()
  })

  it.each(['nonce', 'approvals', 'changed', 'address', 'gas'])(
    'may have signed when it refuses for "%s": nobody cancels',
    async (refusal) => {
      const { request, steps, world, find, run, lines } = test
      world.refusal = refusal
      const id = request()
      await steps(2)
      expect(find(id)).toMatchObject({ state: 'approved', asked: true })
      expect(() => run({ kind: 'withdrawalEvent', at: 2, id, event: 'cancel' })).toThrow(
        'withdrawal-state',
      )
      expect(lines).toContain('error The signer refuses a withdrawal')
    },
  )

  it('is asked again a minute after its hourly cap', async () => {
    const { request, steps, world, asked, find } = test
    world.refusal = 'hourly'
    const id = request()
    await steps(5)
    expect(asked).toHaveLength(1)
    world.now += 59_999
    await steps(2)
    expect(asked).toHaveLength(1)
    world.now += 1
    world.refusal = undefined
    await steps(2)
    expect([asked.length, find(id)?.state]).toEqual([2, 'signed'])
  })

  it('is not asked while the hot address has too little', async () => {
    const { request, steps, asked, find } = test
    const id = request({ atoms: 60n * ETH })
    await steps(4)
    expect([asked, find(id)?.state]).toEqual([[], 'approved'])
  })
})

describe('a payment that stays unmined (W4)', () => {
  it('is replaced after ten blocks, with a quarter higher fee', async () => {
    const { broadcast, steps, chain, find } = test
    const id = await broadcast()
    await steps(1)
    chain.mine({ more: 8 })
    await steps(1)
    expect(find(id)?.payments).toHaveLength(1)
    chain.mine()
    await steps(1)
    const payments = find(id)?.payments ?? []
    expect(payments.map(({ bump, nonce }) => [bump, nonce])).toEqual([
      [0, id],
      [1, id],
    ])
    const fees = payments.map(({ raw }) => parseTransaction(raw as `0x02${string}`).maxFeePerGas)
    expect(fees).toEqual([20n, 25n])
  })

  it('pays the fee of the day where that is higher', async () => {
    const { broadcast, steps, chain, find } = test
    const id = await broadcast()
    await steps(1)
    chain.setFees({ family: 'evm', maxFeePerGas: 90n, maxPriorityFeePerGas: 2n })
    chain.mine({ more: 9 })
    await steps(1)
    const { raw = '' } = find(id)?.payments.at(-1) ?? {}
    expect(parseTransaction(raw as `0x02${string}`).maxFeePerGas).toBe(90n)
  })

  it('is replaced five times at most', async () => {
    const { broadcast, steps, chain, find } = test
    const id = await broadcast()
    for (let round = 0; round < 9; round++) {
      await steps(1)
      chain.mine({ more: 9 })
      await steps(1)
    }
    expect(find(id)?.payments.map(({ bump }) => bump)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it.each(['gas', 'inputs', 'hourly'])(
    'keeps its fee while the signer refuses a dearer one for "%s"',
    async (refusal) => {
      const { broadcast, steps, chain, find, world, lines } = test
      const id = await broadcast()
      await steps(1)
      world.refusal = refusal
      chain.mine({ more: 9 })
      await steps(1)
      expect(find(id)).toMatchObject({ state: 'broadcast', asked: true })
      expect(find(id)?.payments).toHaveLength(1)
      expect(lines).toEqual(['error The signer refuses a withdrawal'])
    },
  )

  it('counts the mined one, whichever of its replacements that is', async () => {
    const { broadcast, steps, chain, find } = test
    const id = await broadcast()
    const first = find(id)?.payments[0]?.txHash ?? ''
    await steps(1)
    chain.mine({ more: 9 })
    await steps(2)
    expect(find(id)?.payments).toHaveLength(2)
    chain.mine({ mined: [{ txHash: first }], more: network.unlockAt })
    await steps(2)
    expect(find(id)).toBeUndefined()
  })

  it('is sent again to a node that has dropped it', async () => {
    const { broadcast, steps, chain } = test
    await broadcast()
    await steps(2)
    expect(chain.sent).toHaveLength(1)
    chain.forgetWaiting()
    await steps(1)
    expect(chain.sent).toHaveLength(2)
    expect(chain.sent[0]).toBe(chain.sent[1])
  })

  it('is replaced too where the node refuses its fee', async () => {
    const { request, steps, chain, find } = test
    chain.refuseBroadcasts(true)
    const id = request()
    await steps(4)
    expect(find(id)?.state).toBe('broadcast')
    chain.mine({ more: 9 })
    await steps(1)
    expect(find(id)?.payments.map(({ bump }) => bump)).toEqual([0, 1])
  })
})

describe('a re-organisation under a payment (wallet 3)', () => {
  it('brings it back to waiting, with the same bytes', async () => {
    const { broadcast, steps, chain, find, txHash } = test
    const id = await broadcast()
    const { payments } = find(id) ?? {}
    chain.mine({ mined: [{ txHash: txHash(id) }], more: 3 })
    await steps(1)
    expect(find(id)?.height).toBeTypeOf('number')
    chain.reorganise(4)
    await steps(1)
    expect(find(id)).toMatchObject({ state: 'broadcast', payments })
    expect(find(id)?.height).toBeUndefined()
    chain.mine({ mined: [{ txHash: txHash(id) }], more: network.unlockAt })
    await steps(2)
    expect(find(id)).toBeUndefined()
  })

  it('is no reason to pay more at once', async () => {
    const { broadcast, steps, chain, find, txHash } = test
    const id = await broadcast()
    await steps(1)
    // Eleven confirmations: one less than final, and more blocks than one waits unmined.
    chain.mine({ mined: [{ txHash: txHash(id) }], more: 10 })
    await steps(1)
    expect(find(id)?.state).toBe('confirming')
    chain.reorganise(11)
    chain.mine({ more: 10 })
    await steps(2)
    expect(find(id)).toMatchObject({ state: 'broadcast' })
    expect(find(id)?.payments).toHaveLength(1)
    chain.mine({ more: 9 })
    await steps(1)
    expect(find(id)?.payments).toHaveLength(2)
  })

  it('sends again what the node lost with the block', async () => {
    const { broadcast, steps, chain, txHash } = test
    const id = await broadcast()
    chain.mine({ mined: [{ txHash: txHash(id) }] })
    await steps(1)
    chain.reorganise(1, { keepsTransactions: false })
    await steps(2)
    expect(chain.sent).toHaveLength(2)
  })
})

describe('rules that nothing on the chain decides (wallet 4)', () => {
  it('send what is worth more than 1,000 USDT to review', async () => {
    const { request, steps, find } = test
    const limit = 1_000n * 10n ** 8n
    const [small, large] = [request({ value: limit }), request({ value: limit + 1n })]
    await steps(1)
    expect(find(small)?.state).toBe('approved')
    expect(find(large)).toMatchObject({ state: 'review', reason: 'large' })
  })

  it('send deposits that go back to review, however small', async () => {
    const { request, steps, find } = test
    const id = request({ clientOid: 'return:evm-a:0x1:0' })
    await steps(1)
    expect(find(id)).toMatchObject({ state: 'review', reason: 'return' })
  })

  it('reject what nobody decided in 72 hours, and give it back', async () => {
    const { request, steps, find, world, balanceOf } = test
    const before = balanceOf('user:u')
    const id = request({ value: 10n ** 12n })
    await steps(1)
    world.now += 72 * HOUR_MS - 1
    await steps(1)
    expect(find(id)?.state).toBe('review')
    world.now += 1
    await steps(1)
    expect(find(id)).toBeUndefined()
    expect(balanceOf('user:u')).toBe(before)
  })

  it('count while the network is paused, and without a node', async () => {
    const { request, steps, find, world } = test
    world.pause = {}
    world.hasNode = false
    const id = request({ value: 10n ** 12n })
    await steps(1)
    expect(find(id)?.state).toBe('review')
  })

  it('pay only what two different persons approved', async () => {
    const { request, steps, find, run, asked } = test
    const id = request({ value: 10n ** 12n })
    await steps(3)
    const approve = (approver: string) =>
      run({ kind: 'withdrawalApprove', at: 2, id, approver, signature: approver })
    approve('ann')
    expect(() => approve('ann')).toThrow('approved-twice')
    await steps(3)
    expect([find(id)?.state, asked]).toEqual(['review', []])
    approve('bob')
    await steps(2)
    expect(asked).toMatchObject([{ approvals: [{ approver: 'ann' }, { approver: 'bob' }] }])
  })
})

describe('what stops payments', () => {
  it('is a pause of the network, in every state', async () => {
    const { broadcast, request, steps, find, world, chain, txHash } = test
    const [waiting, fresh] = [await broadcast(), request()]
    world.pause = {}
    chain.mine({ mined: [{ txHash: txHash(waiting) }] })
    await steps(3)
    expect([find(waiting)?.state, find(fresh)?.state]).toEqual(['broadcast', 'approved'])
    expect(find(fresh)?.asked).toBeUndefined()
    world.pause = undefined
    await steps(1)
    expect([find(waiting)?.state, find(fresh)?.asked]).toEqual(['confirming', true])
  })

  it('is a journal that takes nothing', async () => {
    const { request, steps, find, world } = test
    const id = request()
    world.isPaused = true
    await steps(2)
    expect(find(id)?.state).toBe('pending')
  })

  it('is a network that the gateway does not run', async () => {
    const { request, steps, find } = test
    const id = request({ on: 'evm-z' })
    await steps(3)
    expect(find(id)).toMatchObject({ state: 'approved', payments: [] })
  })

  it('is a node that does not answer, for its withdrawals only', async () => {
    const { request, steps, find, chain, lines, world } = test
    chain.fail('UNREACHABLE')
    const ids = [request(), request({ value: 10n ** 12n })]
    await steps(3)
    expect(ids.map((id) => find(id)?.state)).toEqual(['approved', 'review'])
    // Once a failure, not once a second.
    expect(lines).toEqual(['warn A withdrawal could not be brought further'])
    chain.fail(undefined)
    world.now += 1
    await steps(2)
    expect(find(ids[0] ?? 0)?.state).toBe('signed')
    chain.fail('UNREACHABLE')
    await steps(2)
    expect(lines).toHaveLength(2)
  })
})

describe('every event in every state (wallet 4)', () => {
  it('never changes what has ended', async () => {
    const { broadcast, chain, txHash, steps, exchange } = test
    const id = await broadcast()
    chain.mine({ mined: [{ txHash: txHash(id) }], more: network.unlockAt })
    await steps(2)
    for (const event of WITHDRAWAL_EVENTS) {
      if (event === 'twoApprovals') continue
      const outcome = exchange.execute({ kind: 'withdrawalEvent', at: 9, id, event })
      expect(outcome).toMatchObject({ refused: { reason: 'no-withdrawal' } })
    }
  })

  it.each(['cancel', 'reject', 'expire', 'rulesPass', 'ask', 'hotEnough'] as const)(
    'takes no "%s" once it is signed',
    async (event) => {
      const { broadcast, run, find } = test
      const id = await broadcast()
      expect(() => run({ kind: 'withdrawalEvent', at: 9, id, event })).toThrow('withdrawal-state')
      expect(find(id)?.state).toBe('broadcast')
    },
  )
})
