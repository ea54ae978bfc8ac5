import { randomBytes } from 'node:crypto'
import { browserClock } from '@x/kit/browser'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { createStepUp } from '../sessions/stepUp.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'
import { createWithdrawalsModule, type WithdrawalsModule } from '../withdrawals/module.ts'
import { createSwaps, type Swaps } from './createSwaps.ts'

const [ANN, BEN] = ['1000000001', '1000000002'] as const
const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const thief = privateKeyToAccount(`0x${'22'.repeat(32)}`)

let now: number
let harness: Harness
let swaps: Swaps
let withdrawals: WithdrawalsModule['service']
let isSuspended: boolean

const sessionOf = (userId: string): RequestSession => ({
  sessionId: `session-${userId}`,
  userId,
  realm: 'live',
  roles: ['trader'],
  keyId: 'key',
})
const codeOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => '0',
    (error: unknown) => {
      if (error instanceof GatewayError) return error.code
      throw error
    },
  )

/** Users, of whom the first has bound a wallet, and a treasury with coins for the pools. */
async function fill(): Promise<void> {
  for (const id of [ANN, BEN]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, status, created_at)
        values ($1::text, $1::text || '@example.com', 'x', 'trader', 'active', 0)`,
      [id],
    )
    await harness.trading.seedDemo(id)
  }
  await bind(ANN, wallet.address)
  for (const [asset, atoms] of [
    ['ETH', 50n * 10n ** 18n],
    ['USDT', 100_000n * 10n ** 8n],
  ] as const)
    harness.trading.service.run({
      kind: 'treasury',
      at: 1,
      network: 'evm-a',
      asset,
      atoms: String(atoms),
      direction: 'in',
      key: `first:${asset}`,
      height: 1,
    })
}

const bind = (userId: string, address: string) =>
  harness.db.query(
    `insert into third_party_identities (provider, subject, user_id, bound_at)
      values ('wallet', $1, $2, 0)`,
    [address.toLowerCase(), userId],
  )

beforeEach(async () => {
  now = Date.UTC(2026, 5, 10, 9)
  isSuspended = false
  const clock = { ...browserClock(), now: () => now }
  const store = createMemoryTtlStore({ clock })
  harness = await openHarness({ clock, store })
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }
  const shared = {
    trading: harness.trading,
    db: harness.db,
    market: harness.market,
    networks: DEVELOPMENT_NETWORKS,
    isSuspended: () => isSuspended,
    clock,
    store,
    random,
  }
  swaps = createSwaps(shared)
  ;({ service: withdrawals } = createWithdrawalsModule({
    ...shared,
    log: silentLog,
    stepUp: createStepUp({ store, random }),
    guardRoutes: (routes) => [...routes],
    vipLevelOf: () => 0,
    own: { isHot: () => false, isDeposit: async () => false },
  }))
  harness.market.print({ symbol: 'ETHUSDT', side: 'buy', ticks: 200_000, lots: 1 } as never)
  await fill()
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

const terms = { fromAsset: 'USDT', toAsset: 'ETH', amount: '100' }
const quote = (changes: object = {}, userId: string = ANN) =>
  swaps.quote(sessionOf(userId), { ...terms, ...changes })
type Quote = Awaited<ReturnType<typeof quote>>

/** As a wallet signs it: viem's own reading of the typed data. */
const signatureOf = ({ typedData }: Pick<Quote, 'typedData'>, by = wallet) =>
  by.signTypedData(JSON.parse(typedData) as Parameters<typeof wallet.signTypedData>[0])
const sign = (quoteId: string, signature: string, userId: string = ANN) =>
  swaps.sign(sessionOf(userId), { quoteId, signature })
async function swapped(changes: object = {}) {
  const offer = await quote(changes)
  return sign(offer.quoteId, await signatureOf(offer))
}
const balance = async (asset: string) => {
  const assets = await harness.call<{ asset: string; available: string }[]>(
    '/v1/spot/account/assets',
    { userId: ANN },
  )
  return Number(assets.find((each) => each.asset === asset)?.available ?? 0)
}

describe('a quote of a swap (wallet 5)', () => {
  it('fills an empty pool at the last price', async () => {
    expect((await swaps.terms(sessionOf(ANN))).pools[0]).toMatchObject({ quoteReserve: '0' })
    const offer = await quote()
    // 10 ETH and 20,000 USDT: 10 x 99.7 / 20,099.7.
    expect(offer).toMatchObject({
      network: 'evm-a',
      wallet: wallet.address,
      amount: '100',
      receive: expect.stringMatching(/^0\.0496027/),
      minReceive: expect.stringMatching(/^0\.0493547/),
      impact: '0.49',
      expiresAt: now + 120_000,
    })
    expect(JSON.parse(offer.typedData)).toMatchObject({
      domain: { chainId: 31_337 },
      primaryType: 'Swap',
      message: {
        sell: 'USDT',
        buy: 'ETH',
        amount: '100',
        minReceive: offer.minReceive,
        nonce: offer.quoteId,
        recipient: wallet.address,
      },
    })
    expect(await swaps.terms(sessionOf(ANN))).toMatchObject({
      network: 'evm-a',
      wallet: wallet.address,
      fee: '0.3',
      pools: [{ base: 'ETH', quote: 'USDT', baseReserve: '10', quoteReserve: '20000' }, {}],
    })
  })

  it.each([
    [{ amount: '0' }, '40010'],
    [{ amount: '-1' }, '40010'],
    [{ amount: '1e3' }, '40010'],
    [{ amount: '9'.repeat(40) }, '40010'],
    [{ amount: '0.000000001' }, '40010'],
    [{ toAsset: 'USDT' }, '40010'],
    [{ toAsset: 'BTC' }, '40010'],
    [{ slippage: '5.01' }, '40010'],
    [{ slippage: '-1' }, '40010'],
    [{ fromAsset: 'LINK', toAsset: 'USDT' }, '00006'],
  ] as const)('refuses %o with %s', async (changes, code) => {
    expect(await codeOf(quote(changes))).toBe(code)
  })

  it('needs a bound wallet and an open network', async () => {
    expect(await codeOf(quote({}, BEN))).toBe('40401')
    isSuspended = true
    expect(await codeOf(quote())).toBe('00006')
  })
})

describe('a signed swap (wallet 5)', () => {
  it('moves both legs at once and shows in the history', async () => {
    const [usdt, eth] = [await balance('USDT'), await balance('ETH')]
    const done = await swapped()
    expect(done).toMatchObject({ amount: '100', wallet: wallet.address, fromAsset: 'USDT' })
    expect(await balance('USDT')).toBeCloseTo(usdt - 100, 8)
    expect(await balance('ETH')).toBeCloseTo(eth + Number(done.receive), 8)
    expect((await swaps.history(sessionOf(ANN), {})).items).toEqual([done])
    expect((await swaps.history(sessionOf(BEN), {})).items).toEqual([])
  })

  it('answers a repetition alike and moves nothing again', async () => {
    const offer = await quote()
    const signature = await signatureOf(offer)
    const first = await sign(offer.quoteId, signature)
    const usdt = await balance('USDT')
    now += 600_000
    expect(await sign(offer.quoteId, signature)).toEqual(first)
    expect(await balance('USDT')).toBe(usdt)
  })

  it('takes nothing below the minimum that was signed', async () => {
    const offer = await quote({ slippage: '0' })
    const signature = await signatureOf(offer)
    await swapped({ amount: '1' })
    const usdt = await balance('USDT')
    expect(await codeOf(sign(offer.quoteId, signature))).toBe('40231')
    expect(await balance('USDT')).toBe(usdt)
  })

  it('refuses another signer, other terms and another user', async () => {
    const [offer, other] = [await quote(), await quote({ amount: '200' })]
    expect(await codeOf(sign(offer.quoteId, await signatureOf(offer, thief)))).toBe('40010')
    expect(await codeOf(sign(offer.quoteId, await signatureOf(other)))).toBe('40010')
    expect(await codeOf(sign(offer.quoteId, '0x00'))).toBe('40010')
    await bind(BEN, thief.address)
    expect(await codeOf(sign(offer.quoteId, await signatureOf(offer), BEN))).toBe('40231')
    // None of them used it up.
    expect(await codeOf(sign(offer.quoteId, await signatureOf(offer)))).toBe('0')
  })

  it('refuses a quote that expired or whose wallet is unbound', async () => {
    const offer = await quote()
    const signature = await signatureOf(offer)
    await harness.db.query('delete from third_party_identities')
    expect(await codeOf(sign(offer.quoteId, signature))).toBe('40401')
    await bind(ANN, wallet.address)
    now += 120_000
    expect(await codeOf(sign(offer.quoteId, signature))).toBe('40231')
  })
})

describe('a withdrawal of what was swapped (wallet 5)', () => {
  const request = { asset: 'USDT', amount: '100', clientOid: 'w1' }
  const toWallet = async (changes: object = {}, userId: string = ANN) =>
    withdrawals.toWallet(sessionOf(userId), {
      ...request,
      ...changes,
      ...(await swaps.destination(sessionOf(userId))),
    })

  it('goes to the bound wallet without a step-up, and to no other', async () => {
    expect(await toWallet()).toMatchObject({
      address: wallet.address,
      network: 'evm-a',
      receive: '99',
      state: 'approved',
    })
    expect(await codeOf(toWallet({}, BEN))).toBe('40401')
  })

  it('follows the rules of withdrawals', async () => {
    expect(await toWallet({ amount: '1500', clientOid: 'w2' })).toMatchObject({ state: 'review' })
    expect(await codeOf(toWallet({ amount: '9000', clientOid: 'w3' }))).toBe('40209')
    expect(await codeOf(toWallet({ amount: '0.5', clientOid: 'w4' }))).toBe('40204')
  })

  it('cannot be had by a field of another request', async () => {
    const session = sessionOf(ANN)
    const { quoteId } = await withdrawals.quote(session, { ...request, network: 'evm-a' })
    const forged = { ...request, network: 'evm-a', quoteId, address: thief.address }
    const apply = withdrawals.apply(session, { ...forged, isBoundWallet: true } as never)
    expect(await codeOf(apply)).toBe('00005')
  })
})
