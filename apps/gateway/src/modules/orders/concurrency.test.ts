import { formatUnits, parseUnits } from '@x/decimal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { MARKET_PROFILES } from '../market-data/generator/profile.ts'
import type { HouseAccountCommand } from '../../exchange/state/houseAccountRows.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

/** Batches of the storm; a nightly run asks for more. */
const BATCHES = Number(process.env['ATTACK_BATCHES'] ?? 120)
/**
 * Where the random draws left out a kind of order, the storm goes on until it has traded, up to
 * this many.
 */
const MOST_BATCHES = BATCHES * 4
/** One holder: only so may they send each other funds. */
const [ANN, BOB, CID] = ['1000000001', '1000000002', '1000000003'] as const
const USERS = [ANN, BOB, CID] as const
const REALMS = ['live', 'paper'] as const

type Body = Readonly<Record<string, unknown>>
interface Asset {
  readonly asset: string
  readonly available: string
  readonly held: string
}
interface Placed {
  readonly orderId: string
  readonly clientOid: string
  readonly status: string
}

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  await insertAccountWithSubAccounts(harness.db, { main: ANN, subs: [BOB, CID] })
  for (const userId of USERS) await harness.trading.seedDemo(userId)
  for (const { symbol } of SPOT_SYMBOLS) requote(symbol, MARKET_PROFILES[symbol]!.startTicks)
})
afterAll(() => harness.close())

let houseAccountCount = 0
/** The house account stands five levels deep around a price, and the market has traded there. */
function requote(symbol: string, ticks: number): void {
  const lots = MARKET_PROFILES[symbol]!.typicalLots
  const levels = [1, 2, 3, 5, 8].flatMap((away): HouseAccountCommand[] =>
    (['buy', 'sell'] as const).map((side) => ({
      kind: 'place',
      symbol,
      orderName: `h${++houseAccountCount}`,
      side,
      ticks: side === 'buy' ? ticks - away : ticks + away,
      lots,
    })),
  )
  const gone = harness.trading.houseAccount
    .resting(symbol)
    .map(({ orderName }): HouseAccountCommand => ({ kind: 'cancel', symbol, orderName }))
  harness.trading.houseAccount.submit([...gone, ...levels])
  harness.market.print({ symbol, ticks, lots: 1, takerSide: 'buy' })
}

const post = <T>(
  name: string,
  { userId, realm, body }: { userId: string; realm: Realm; body: Body },
) => harness.call<T>(`/v1/spot/order/${name}`, { userId, realm, body })
const assets = (userId: string, realm: Realm) =>
  harness.call<readonly Asset[]>('/v1/spot/account/assets', { userId, realm })

/**
 * An honest order of a pair, a hair over the minimum, at a distance from the price it starts with.
 */
function honest(symbol: string, change: Body = {}): Body {
  const spec = SPOT_SYMBOLS.find((candidate) => candidate.symbol === symbol)!
  const { startTicks } = MARKET_PROFILES[symbol]!
  const lots = Math.ceil((6 * 10 ** (spec.pricePlace + spec.quantityPlace)) / startTicks)
  return {
    symbol,
    side: 'buy',
    orderType: 'limit',
    price: formatUnits(BigInt(Math.floor(startTicks * 0.9)), spec.pricePlace),
    size: formatUnits(BigInt(lots), spec.quantityPlace),
    ...change,
  }
}

/**
 * What a hostile client writes where a number belongs: signs, exponents, other digits, other types,
 * more digits than any machine word.
 */
const HOSTILE: readonly unknown[] = [
  '-1',
  '-0',
  '+1',
  '0',
  '0.0',
  '1e5',
  '1E400',
  '1e-400',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  ' 1',
  '1 ',
  '1_000',
  '1,000',
  '1.',
  '.',
  '..',
  '1.2.3',
  '١٢',
  '１',
  '9'.repeat(16),
  '9'.repeat(40),
  '9'.repeat(41),
  '9'.repeat(100_000),
  `0.${'0'.repeat(37)}1`,
  '1\u0000',
  '1\u200b',
  "1'; drop table spot_order; --",
  '__proto__',
  1,
  0.1,
  -1,
  Number.MAX_VALUE,
  true,
  false,
  [],
  ['1'],
  {},
  { toString: '1' },
]

describe.each<Realm>(REALMS)('hostile amounts in the %s realm (wire 10)', (realm) => {
  // Both realms judge by the same terms: of the paper realm the finest and the coarsest pair are
  // enough.
  it.each(
    SPOT_SYMBOLS.map(({ symbol }) => symbol).filter(
      (symbol) => realm === 'live' || symbol === 'BTCUSDT' || symbol === 'SHIBUSDT',
    ),
  )('%s: are refused with a code of the protocol and move nothing', async (symbol) => {
    const userId = `hostile-${symbol}-${realm}`
    await harness.trading.seedDemo(userId)
    const before = await assets(userId, realm)
    const shapes: readonly (readonly [field: string, change: Body])[] = [
      ['price', {}],
      ['size', {}],
      ['size', { orderType: 'market', price: undefined }],
      ['triggerPrice', { orderType: 'stop_market', price: undefined }],
      ['callbackRate', { orderType: 'trailing', price: undefined }],
      ['stopPrice', { orderType: 'oco', triggerPrice: '1' }],
      ['takeProfitTriggerPrice', {}],
      ['takeProfitPrice', { takeProfitTriggerPrice: '1' }],
      ['stopLossTriggerPrice', {}],
      ['stopLossPrice', { stopLossTriggerPrice: '1' }],
    ]
    for (const [field, change] of shapes)
      for (const value of HOSTILE) {
        const { code } = await harness.refusal('/v1/spot/order/place', {
          userId,
          realm,
          body: honest(symbol, { ...change, [field]: value }),
        })
        expect(code, `${field} ${JSON.stringify(value)?.slice(0, 60)}`).toMatch(
          /^(40010|4020[1-8])$/,
        )
      }
    expect(await assets(userId, realm)).toEqual(before)
  })

  it.each(realm === 'live' ? ['USDT', 'ETH'] : [])(
    '%s: no transfer of them moves an atom',
    async (asset) => {
      const before = await Promise.all(USERS.map((userId) => assets(userId, 'live')))
      for (const [field, values] of Object.entries({
        amount: HOSTILE,
        asset: HOSTILE,
        fromUserId: HOSTILE,
        toUserId: HOSTILE,
        clientOid: HOSTILE.filter(
          (value) => typeof value !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(value),
        ),
      }))
        for (const value of values) {
          const { code } = await harness.refusal('/v1/asset/transfer', {
            userId: ANN,
            realm,
            body: {
              fromUserId: ANN,
              toUserId: BOB,
              asset,
              amount: '1',
              clientOid: `hostile-${++houseAccountCount}`,
              [field]: value,
            },
          })
          expect(code, `${field} ${JSON.stringify(value)?.slice(0, 60)}`).toMatch(
            /^(40010|40201|40401)$/,
          )
        }
      expect(await Promise.all(USERS.map((userId) => assets(userId, 'live')))).toEqual(before)
    },
  )

  it('accepts any number of trailing zeros that fit', async () => {
    const { orderId } = await post<Placed>('place', {
      userId: CID,
      realm,
      body: honest('BTCUSDT', { size: `0.001${'0'.repeat(35)}` }),
    })
    await post('cancel', { userId: CID, realm, body: { orderId } })
  })

  it.each(SPOT_SYMBOLS)(
    '$symbol: keeps tick, step and minimum to the last digit',
    async ({ symbol, pricePlace, quantityPlace }) => {
      const userId = ANN
      const refusal = (change: Body) =>
        harness.refusal('/v1/spot/order/place', { userId, realm, body: honest(symbol, change) })
      const { price, size } = honest(symbol) as { price: string; size: string }
      const finer = (text: string, places: number) => `${places === 0 ? `${text}.` : text}1`
      expect(await refusal({ price: finer(price, pricePlace) })).toMatchObject({ code: '40202' })
      expect(await refusal({ size: finer(size, quantityPlace) })).toMatchObject({ code: '40203' })
      expect(await refusal({ size: formatUnits(1n, quantityPlace) })).toMatchObject({
        code: '40204',
      })
      const { orderId } = await post<Placed>('place', { userId, realm, body: honest(symbol) })
      expect(
        await harness.refusal('/v1/spot/order/amend', {
          userId,
          realm,
          body: { orderId, price: finer(price, pricePlace) },
        }),
      ).toMatchObject({ code: '40202' })
      expect(
        await harness.refusal('/v1/spot/order/amend', {
          userId,
          realm,
          body: { orderId, size: formatUnits(1n, quantityPlace) },
        }),
      ).toMatchObject({ code: '40204' })
      await post('cancel', { userId, realm, body: { orderId } })
    },
  )
})

describe('races (trading 3)', () => {
  it('moves money once when an amendment races the last fill', async () => {
    const at = MARKET_PROFILES['LTCUSDT']!.startTicks
    const price = formatUnits(BigInt(at - 1), 2)
    for (let round = 0; round < 20; round++) {
      requote('LTCUSDT', at)
      const { orderId } = await post<Placed>('place', {
        userId: BOB,
        realm: 'live',
        body: honest('LTCUSDT', { price, size: '1.000' }),
      })
      const sell = () =>
        post<Placed>('place', {
          userId: ANN,
          realm: 'live',
          body: honest('LTCUSDT', { side: 'sell', price, size: '60.000', timeInForce: 'ioc' }),
        })
      const amend = () =>
        harness.refusal('/v1/spot/order/amend', {
          userId: BOB,
          realm: 'live',
          body: { orderId, size: '2.000' },
        })
      const cancel = () =>
        harness.refusal('/v1/spot/order/cancel', { userId: BOB, realm: 'live', body: { orderId } })
      const steps = [sell, amend, cancel]
      const answers = await Promise.all(
        [...steps.slice(round % 3), ...steps.slice(0, round % 3)].map((step) => step()),
      )
      for (const answer of answers)
        if ('code' in answer) expect(['0', '40401']).toContain(answer.code)
      // Whatever came first: nothing is left of it.
      expect(
        await harness.refusal('/v1/spot/order/cancel', {
          userId: BOB,
          realm: 'live',
          body: { orderId },
        }),
      ).toMatchObject({ code: '40401' })
      expect((await assets(BOB, 'live')).find(({ asset }) => asset === 'USDT')).toMatchObject({
        held: '0',
      })
    }
  })

  it('places one order for a hundred concurrent repeats of a clientOid', async () => {
    const body = honest('XRPUSDT', { clientOid: 'storm-1' })
    const before = await assets(CID, 'live')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        post<Placed>('place', { userId: CID, realm: 'live', body }),
      ),
    )
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    await post('cancel', { userId: CID, realm: 'live', body: { clientOid: 'storm-1' } })
    expect((await post<Placed>('place', { userId: CID, realm: 'live', body })).orderId).toBe(
      answers[0]!.orderId,
    )
    expect(await assets(CID, 'live')).toEqual(before)
  })
})

describe('after a storm (trading 4)', () => {
  const next = createFlow(20_261_124)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const known: {
    readonly userId: string
    readonly realm: Realm
    readonly body: Body
    readonly orderId: string
  }[] = []
  const codes = new Map<string, number>()
  const centre = new Map(
    SPOT_SYMBOLS.map(({ symbol }) => [symbol, MARKET_PROFILES[symbol]!.startTicks]),
  )
  let clientOids = 0

  function wild(realm: Realm): Body {
    const { symbol, pricePlace, quantityPlace } = pick(SPOT_SYMBOLS)
    const ticks = centre.get(symbol)!
    const near = (share: number) =>
      formatUnits(BigInt(Math.max(1, Math.round(ticks * (1 + (next() - 0.5) * share)))), pricePlace)
    const least = Math.ceil((5 * 10 ** (pricePlace + quantityPlace)) / ticks)
    const size = formatUnits(
      BigInt(Math.max(1, Math.round(least * (0.9 + next() * (next() < 0.1 ? 3_000 : 40))))),
      quantityPlace,
    )
    const side = pick(['buy', 'sell'] as const)
    // The live realm refuses `none`.
    const drawn = pick(['none', 'maker', 'taker', 'both'])
    const common = {
      symbol,
      side,
      size,
      clientOid: `s${++clientOids}`,
      selfTradePrevention: realm === 'live' && drawn === 'none' ? 'taker' : drawn,
    }
    const exits =
      next() < 0.3 ? { takeProfitTriggerPrice: near(0.05), stopLossTriggerPrice: near(0.05) } : {}
    const limit = {
      ...common,
      orderType: 'limit',
      price: near(0.004),
      timeInForce: pick(['gtc', 'ioc', 'fok', 'post_only']),
      ...exits,
    }
    return pick<Body>([
      limit,
      limit,
      limit,
      {
        ...common,
        orderType: 'market',
        ...pick([
          { sizeUnit: 'base' },
          { sizeUnit: 'quote', size: formatUnits(BigInt(500 + below(2_000_000)), 2) },
        ]),
        ...exits,
      },
      { ...common, orderType: 'stop_market', sizeUnit: 'base', triggerPrice: near(0.01) },
      { ...common, orderType: 'stop_limit', triggerPrice: near(0.01), price: near(0.01) },
      {
        ...common,
        orderType: 'oco',
        triggerPrice: near(0.01),
        price: near(0.01),
        ...pick([{}, { stopPrice: near(0.01) }]),
      },
      {
        ...common,
        orderType: 'trailing',
        sizeUnit: 'base',
        callbackRate: pick(['0.1', '0.11', '5', '10']),
        ...pick([{}, { triggerPrice: near(0.01) }]),
      },
    ])
  }

  /**
   * Live orders that the last price has reached and that wait on, though somebody stands opposite.
   */
  async function overlooked(): Promise<readonly string[]> {
    type Waiting = {
      orderId: string
      symbol: string
      side: string
      triggers: { triggerBy: string; direction: string; triggerPrice: string | null }[]
    }
    const pages = await Promise.all(
      USERS.map((userId) =>
        harness.call<{ items: Waiting[] }>('/v1/spot/order/trigger', {
          userId,
          realm: 'live',
          query: { limit: '200' },
        }),
      ),
    )
    return pages.flatMap(({ items }) =>
      items.flatMap(({ orderId, symbol, side, triggers }) => {
        const { pricePlace } = SPOT_SYMBOLS.find((spec) => spec.symbol === symbol)!
        const last = harness.market.lastTicks(symbol)!
        const { bids, asks } = harness.market.book(symbol, 1)
        const isAlone = (side === 'buy' ? asks : bids).length === 0
        return triggers.flatMap(({ triggerBy, direction, triggerPrice }) => {
          if (triggerPrice === null || triggerBy !== 'last' || isAlone) return []
          const at = Number(parseUnits(triggerPrice, pricePlace))
          return (direction === 'rises' ? last >= at : last <= at)
            ? [`${orderId} of ${symbol} at ${triggerPrice}, last ${last}`]
            : []
        })
      }),
    )
  }

  const count = (code: string) => void codes.set(code, (codes.get(code) ?? 0) + 1)

  /** A flow of its own: what it draws leaves the rest of the storm as it is. */
  const aside = createFlow(20_261_124)

  /** Draws the legs of whatever waits close to the price, or to its wrong side. */
  async function moveLegs(): Promise<void> {
    const [userId, realm] = [
      USERS[Math.floor(aside() * USERS.length)]!,
      REALMS[Math.floor(aside() * REALMS.length)]!,
    ]
    const { items } = await harness.call<{ items: { orderId: string; symbol: string }[] }>(
      '/v1/spot/order/trigger',
      { userId, realm },
    )
    for (const { orderId, symbol } of items) {
      const { pricePlace } = SPOT_SYMBOLS.find((spec) => spec.symbol === symbol)!
      const near = () =>
        formatUnits(
          BigInt(Math.max(1, Math.round(centre.get(symbol)! * (1 + (aside() - 0.5) * 0.004)))),
          pricePlace,
        )
      const changes: readonly Body[] = [
        { takeProfitTriggerPrice: near() },
        { stopLossTriggerPrice: near(), stopLossPrice: near() },
        { triggerPrice: near() },
        { stopPrice: near() },
        { callbackRate: '0.5' },
      ]
      count(
        (
          await harness.refusal('/v1/spot/order/amend', {
            userId,
            realm,
            body: { orderId, ...changes[Math.floor(aside() * changes.length)]! },
          })
        ).code,
      )
    }
  }

  /**
   * Some of what can be spent, all of it or more, from one account of the holder to another, and
   * now and then the same again.
   */
  async function moveFunds(): Promise<void> {
    const [from, to] = [
      Math.floor(aside() * USERS.length),
      1 + Math.floor(aside() * (USERS.length - 1)),
    ]
    const [fromUserId, toUserId] = [USERS[from]!, USERS[(from + to) % USERS.length]!]
    const own = await assets(fromUserId, 'live')
    const { asset, available } = own[Math.floor(aside() * own.length)]!
    const share = aside()
    const amount =
      share < 0.05
        ? available
        : share < 0.1
          ? `${available.split('.')[0]}1`
          : (Number(available) * 0.05 * share).toFixed(6)
    const body = { fromUserId, toUserId, asset, amount, clientOid: `m${moved++}` }
    const sent = () => harness.refusal('/v1/asset/transfer', { userId: ANN, realm: 'live', body })
    for (const { code } of await Promise.all(aside() < 0.3 ? [sent(), sent()] : [sent()]))
      count(code === '0' ? 'moved' : code)
  }
  let moved = 0

  async function step(): Promise<void> {
    const userId = pick(USERS)
    const realm = pick(REALMS)
    const old = known.length > 0 ? known.at(-1 - below(Math.min(40, known.length))) : undefined
    const draw = next()
    try {
      if (!old || draw < 0.55) {
        const body = wild(realm)
        const { orderId } = await post<Placed>('place', { userId, realm, body })
        known.push({ userId, realm, body, orderId })
      } else if (draw < 0.7)
        await post('amend', {
          ...old,
          body: {
            orderId: old.orderId,
            ...pick<Body>([
              { size: wild(old.realm)['size'] },
              { price: wild(old.realm)['price'] ?? '1' },
              { triggerPrice: wild(old.realm)['triggerPrice'] ?? '1' },
            ]),
          },
        })
      else if (draw < 0.85) await post('cancel', { ...old, body: { orderId: old.orderId } })
      else if (draw < 0.88) await post('cancelAll', { userId, realm, body: {} })
      else expect(await post<Placed>('place', old)).toMatchObject({ orderId: old.orderId })
      count('0')
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      count(error.code)
    }
  }

  /** Kinds of orders that have not traded yet, by realm. */
  async function missingShapes(): Promise<string[]> {
    const shapes = await harness.db.query<{ shape: string }>(
      `select distinct concat_ws(' ', realm, order_type, case when
        (legs ->> 'firedAt') is not null then 'fired' end) as shape
       from spot_order where filled_lots > 0`,
    )
    const traded = new Set(shapes.map(({ shape }) => shape))
    const kinds = [
      'limit',
      'market',
      'oco fired',
      'stop_market fired',
      'stop_limit fired',
      'trailing fired',
      'tp_sl fired',
    ]
    return REALMS.flatMap((realm) => kinds.map((kind) => `${realm} ${kind}`)).filter(
      (shape) => !traded.has(shape),
    )
  }

  it(
    `keeps memory, ledger and journal consistent over ${BATCHES} batches`,
    { timeout: 600_000 + MOST_BATCHES * 500 },
    async () => {
      const isCovered = async () => (await missingShapes()).length === 0
      for (
        let batch = 0;
        batch < BATCHES || (batch < MOST_BATCHES && !(await isCovered()));
        batch++
      ) {
        const { symbol } = pick(SPOT_SYMBOLS)
        // Now and then the price leaps over everything between: a gap.
        const leap = next() < 0.1 ? 0.03 : 0.003
        const ticks = Math.max(
          20,
          Math.round(MARKET_PROFILES[symbol]!.startTicks * (1 + (next() - 0.5) * leap)),
        )
        centre.set(symbol, ticks)
        requote(symbol, ticks)
        await Promise.all([moveLegs(), moveFunds(), ...Array.from({ length: 8 }, step)])
        expect(await overlooked()).toEqual([])
        const realm = pick(REALMS)
        for (const userId of USERS)
          for (const { asset, available, held } of await assets(userId, realm))
            expect(`${asset} ${available} ${held}`).not.toContain('-')
      }
      expect(
        [...codes.keys()].filter((code) => !/^(0|moved|40010|4020[1-8]|40401)$/.test(code)),
      ).toEqual([])
      expect([...codes.keys()]).toEqual(
        expect.arrayContaining([
          '0',
          'moved',
          '40201',
          '40204',
          '40206',
          '40207',
          '40208',
          '40401',
        ]),
      )
      await harness.call('/v1/spot/order/history', { userId: ANN })
      expect(await checkLedger(harness.db)).toEqual([])
      expect(await missingShapes()).toEqual([])
      const before = await Promise.all(
        USERS.flatMap((userId) => REALMS.map((realm) => assets(userId, realm))),
      )
      // A start replays the journal, and refuses where it, the ledger and memory differ.
      await harness.restart()
      expect(
        await Promise.all(USERS.flatMap((userId) => REALMS.map((realm) => assets(userId, realm)))),
      ).toEqual(before)
      for (const userId of USERS)
        for (const realm of REALMS) await post('cancelAll', { userId, realm, body: {} })
      for (const userId of USERS)
        for (const realm of REALMS)
          for (const { asset, held } of await assets(userId, realm))
            expect(`${asset} ${held}`).toBe(`${asset} 0`)
      await harness.call('/v1/spot/order/history', { userId: ANN })
      expect(await checkLedger(harness.db)).toEqual([])
    },
  )
})
