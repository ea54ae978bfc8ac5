import { DAILY_RATES } from '../../instruments/marginTerms.ts'
import type { Trigger } from '../../matching/trigger.ts'
import { marginLadder } from '../ladder.ts'
import type { ExchangeCommand, OrderRequest } from '../../state/command.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'
import { isArmed, leftLots, type LoanMode, type MarginMode } from '../../state/order.ts'
import { FEES, HOUR } from './marginFixture.ts'

type Below = (limit: number) => number

/** Users of random margin commands, each of one realm. */
const MARGIN_USERS = [
  { userId: '1', realm: 'live' },
  { userId: '2', realm: 'live' },
  { userId: '3', realm: 'paper' },
] as const
const ASSETS = ['USDT', 'BTC', 'ETH', 'DOGE'] as const
/** Worth about 60 USDT each. */
const UNIT = {
  USDT: 60n * 10n ** 8n,
  BTC: 10n ** 5n,
  ETH: 2n * 10n ** 16n,
  DOGE: 6n * 10n ** 10n,
} as const
/** Lots that are worth about 60 USDT, and how many parts of an index price are a tick. */
const PAIRS = {
  BTCUSDT: { base: 'BTC', lots: 100, tick: 1e6 },
  ETHUSDT: { base: 'ETH', lots: 200, tick: 1e6 },
  DOGEUSDT: { base: 'DOGE', lots: 600, tick: 1e3 },
} as const
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'] as const
/** Pairs whose isolated accounts are used. */
const ISOLATED = ['BTCUSDT', 'ETHUSDT'] as const
const WALLETS = ['spot', 'margin', 'margin:BTCUSDT', 'margin:ETHUSDT'] as const

/**
 * Random commands of margin accounts: many are to be refused. Prices move, hours pass in order, and
 * the ladder runs now and then, a step at a time.
 */
export function createMarginFlow(below: Below, view: ExchangeView, { startsAt = HOUR } = {}) {
  let at = startsAt
  let hour = Math.floor(at / HOUR)
  let count = 0
  const index = {
    USDT: 100_000_000,
    BTC: 6_000_000_000_000,
    ETH: 300_000_000_000,
    DOGE: 10_000_000,
  }
  const pending: ExchangeCommand[] = []
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const amount = (asset: (typeof ASSETS)[number], most: number) =>
    String(BigInt(below(most) + 1) * UNIT[asset])
  const ticks = (symbol: keyof typeof PAIRS) =>
    Math.round(index[PAIRS[symbol].base] / PAIRS[symbol].tick)
  const isolated = () => (below(2) === 0 ? { symbol: pick(ISOLATED) } : {})

  function prices(): ExchangeCommand {
    const jump = below(5) === 0 ? pick([0.65, 1.5]) : 0.93 + below(15) / 100
    index.BTC = Math.round(index.BTC * jump)
    index.BTC = Math.min(Math.max(index.BTC, 2_500_000_000_000), 12_000_000_000_000)
    const turn = below(5) === 0 ? pick([0.7, 1.4]) : 0.95 + below(11) / 100
    index.ETH = Math.round(index.ETH * turn)
    index.ETH = Math.min(Math.max(index.ETH, 120_000_000_000), 600_000_000_000)
    const leap = below(5) === 0 ? pick([0.6, 1.6]) : 0.92 + below(17) / 100
    index.DOGE = Math.min(Math.max(Math.round(index.DOGE * leap), 2_000_000), 40_000_000)
    return {
      kind: 'marginPrices',
      at,
      rows: Object.entries(index).map(([asset, price]) => [asset, String(price)] as const),
      rates: Object.entries(DAILY_RATES),
    }
  }

  function* begin(): Generator<ExchangeCommand> {
    yield prices()
    for (const realm of ['live', 'paper'] as const)
      for (const asset of ASSETS) {
        const key = `${asset}${startsAt}`
        const atoms = String(UNIT[asset] * 40_000n)
        yield { kind: 'poolSeed', at, realm, key, asset, atoms }
      }
    for (const { realm, userId } of MARGIN_USERS) {
      const funds = Object.fromEntries(
        ASSETS.map((asset) => [asset, String(UNIT[asset] * 20_000n)]),
      )
      yield { kind: 'grant', at, realm, userId, key: `${userId}${startsAt}`, funds }
      for (const to of WALLETS.slice(1)) {
        const clientOid = `f${startsAt}-${to}`
        const asset = to === 'margin' ? pick(['USDT', 'DOGE'] as const) : 'USDT'
        const names = { clientOid, digest: 'd', asset, atoms: amount(asset, 2_000) }
        yield { kind: 'walletMove', at, realm, userId, from: 'spot', to, ...names }
      }
    }
  }
  pending.push(...begin())

  function loanOrMove(): ExchangeCommand {
    const trader = pick(MARGIN_USERS)
    const clientOid = `c${startsAt}-${below(12) === 0 ? below(count + 1) : ++count}`
    const names = { at, ...trader, clientOid, digest: 'd' }
    const asset = pick(ASSETS)
    switch (below(5)) {
      case 0:
      case 1:
        return {
          kind: 'marginBorrow',
          ...names,
          ...isolated(),
          asset,
          atoms: amount(asset, 1_500),
          limit: String(UNIT[asset] * 30_000n),
        }
      case 2: {
        const loans = [...view.margin.accounts.values()].flatMap(({ symbol, loans: owed }) =>
          [...owed.keys()].map((each) => ({ asset: each, ...(symbol ? { symbol } : {}) })),
        )
        const debt = loans.length > 0 && below(5) > 0 ? pick(loans) : { asset }
        return { kind: 'marginRepay', ...names, ...debt, atoms: amount('BTC', 90_000) }
      }
      default: {
        return {
          kind: 'walletMove',
          ...names,
          from: pick(WALLETS),
          to: pick(WALLETS),
          asset,
          atoms: amount(asset, 3_000),
        }
      }
    }
  }

  /** Who trades what, and how: at a limit, at the market, or when a price is reached. */
  function order(): ExchangeCommand {
    const { realm, userId } = pick(MARGIN_USERS)
    const side = pick(['buy', 'sell'] as const)
    const account = pick<MarginMode>(['cross', 'isolated'])
    const loan = pick<LoanMode | undefined>(['auto', 'auto', 'repay', 'both', undefined])
    const symbol = account === 'isolated' ? pick(ISOLATED) : pick(SYMBOLS)
    const price = Math.round(ticks(symbol) * (0.98 + below(5) / 100))
    const lots = (below(900) + 1) * PAIRS[symbol].lots
    const terms: OrderRequest = {
      at,
      userId,
      clientOid: `o${startsAt}-${++count}`,
      digest: 'd',
      symbol,
      side,
      orderType: 'limit',
      timeInForce: pick(['gtc', 'ioc'] as const),
      prevention: 'taker',
      ticks: price,
      lots,
      budget: 0,
      account,
      ...(loan ? { loan } : {}),
      loanLimit: String(UNIT[side === 'buy' ? 'USDT' : PAIRS[symbol].base] * 30_000n),
      ...FEES,
    }
    const roll = below(10)
    if (roll < 2) return { kind: 'wait', realm, ...terms, ...waiting(terms) }
    if (roll < 3) return { kind: 'wait', realm, ...terms, ...trailing(terms) }
    if (roll < 4) return placed(realm, { ...terms, ...twoLegs(terms) })
    if (roll < 6) return placed(realm, { ...terms, ...atMarket(terms) })
    return placed(realm, terms)
  }

  /** At the market, by lots or, of a buy, by what it may cost; within 5 % of the price. */
  function atMarket({ side, ticks: price, lots }: OrderRequest): Partial<OrderRequest> {
    const isByCost = side === 'buy' && below(2) === 0
    return {
      orderType: 'market',
      timeInForce: 'ioc',
      ticks: Math.round(price * (side === 'buy' ? 1.05 : 0.95)),
      ...(isByCost ? { lots: 0, budget: lots * price } : {}),
    }
  }

  /** A stop, at a limit or at the market, whose trigger somebody pulls later. */
  function waiting({ side, ticks: price, lots }: OrderRequest): Partial<OrderRequest> {
    const isLimit = below(2) === 0
    const isByCost = !isLimit && side === 'buy' && below(2) === 0
    const most = Math.round(price * 1.05)
    const trigger = {
      kind: 'stop',
      by: 'last',
      rises: side === 'buy',
      ticks: price,
      limit: isLimit ? price : 0,
      bound: side === 'buy' && !isByCost ? (isLimit ? price : most) : 0,
      callback: 0,
      extreme: 0,
    } as const
    return {
      orderType: isLimit ? 'stop_limit' : 'stop_market',
      timeInForce: isLimit ? 'gtc' : 'ioc',
      ticks: isLimit ? price : 0,
      ...(isByCost ? { lots: 0, budget: lots * price } : {}),
      triggers: [trigger],
    }
  }

  /** It trails from the price of now. */
  function trailing({ side, ticks: price, lots }: OrderRequest): Partial<OrderRequest> {
    const isByCost = side === 'buy' && below(2) === 0
    const bound = side === 'buy' && !isByCost ? Math.round(price * 1.05) : 0
    const trigger = {
      kind: 'trailing',
      by: 'last',
      rises: side === 'buy',
      ticks: 0,
      limit: 0,
      bound,
      callback: 100,
      extreme: price,
    } as const
    return {
      orderType: 'trailing',
      timeInForce: 'ioc',
      ticks: 0,
      ...(isByCost ? { lots: 0, budget: lots * price } : {}),
      triggers: [trigger],
    }
  }

  /** A limit in the book with a stop beside it: the one that is reached first cancels the other. */
  function twoLegs({ side, ticks: price }: OrderRequest): Partial<OrderRequest> {
    const rises = side === 'buy'
    const stop = Math.round(price * (rises ? 1.03 : 0.97))
    const limit = below(2) === 0 ? stop : 0
    const bound = rises ? limit || Math.round(stop * 1.05) : 0
    const leg = { kind: 'stop', by: 'last', ticks: stop, callback: 0, extreme: 0 } as const
    return {
      orderType: 'oco',
      timeInForce: 'gtc',
      triggers: [{ ...leg, rises, limit, bound }],
    }
  }

  /** Another price and size for an order that stands or waits, or for one that is gone. */
  function amendment(): ExchangeCommand | undefined {
    const order = [...view.orders.values()].at(below(view.orders.size + 1))
    if (!order) return { kind: 'amend', at, orderId: 1_000_000, ticks: 1, lots: 1, budget: 0 }
    const { id, realm, symbol, side, filledLots, status } = order
    if (order.account === undefined || order.phase !== undefined) return undefined
    const now = ticks(symbol as keyof typeof PAIRS)
    const price = Math.round(now * (0.98 + below(5) / 100))
    const more = (below(900) + 1) * PAIRS[symbol as keyof typeof PAIRS].lots
    const isByCost = order.budget > 0
    const limit = String(UNIT[side === 'buy' ? 'USDT' : PAIRS[symbol as 'BTCUSDT'].base] * 30_000n)
    const changes = {
      at,
      orderId: id,
      ticks: order.ticks === 0 ? 0 : price,
      lots: isByCost ? 0 : filledLots + more,
      budget: isByCost ? more * price : 0,
      ...(isArmed(order) ? { triggers: order.triggers.map((own) => moved(own, price)) } : {}),
      ...(below(6) > 0 ? { credit: below(8) > 0 ? { limit } : {} } : {}),
    }
    if (realm === 'live' || status === 'waiting') return { kind: 'amend', ...changes }
    const filled = below(2) === 0 ? 0 : below(more + 1)
    const fills = inParts(price, filled)
    const decision = { fills, bid: 0, ask: 0, rests: filled < more, queueAhead: 0 }
    return { kind: 'paperAmend', ...changes, ...decision }
  }

  const moved = (own: Trigger, price: number): Trigger => ({
    ...own,
    ticks: own.ticks === 0 ? 0 : price,
    limit: own.limit === 0 ? 0 : price,
    bound: own.bound === 0 ? 0 : Math.round(price * 1.05),
  })

  /** The market comes to a paper order that rests, or away from what trails. */
  function market(): ExchangeCommand | undefined {
    const open = [...view.orders.values()]
    const trails = open.filter((each) => isArmed(each) && each.triggers[0]?.callback !== 0)
    const rests = open.filter(({ realm, status }) => realm === 'paper' && status !== 'waiting')
    if (rests.length > 0 && (trails.length === 0 || below(2) === 0)) {
      const order = pick(rests)
      return { kind: 'paperFill', at, orderId: order.id, lots: below(leftLots(order)) + 1 }
    }
    if (trails.length === 0) return undefined
    const { id, symbol } = pick(trails)
    return { kind: 'trail', at, rows: [[id, 0, ticks(symbol as keyof typeof PAIRS)]] }
  }

  function placed(realm: 'live' | 'paper', terms: OrderRequest): ExchangeCommand {
    if (realm === 'live') return { kind: 'place', ...terms }
    const { orderType, side, symbol, timeInForce, ticks: bound, budget } = terms
    const isMarket = orderType === 'market'
    const price = isMarket ? Math.round(bound / (side === 'buy' ? 1.05 : 0.95)) : bound
    const lots = budget > 0 ? Math.floor(budget / price) : terms.lots
    const filled = below(lots + 1)
    return {
      kind: 'paperPlace',
      ...terms,
      fills: inParts(price, filled),
      bid: 0,
      ask: 0,
      rests: !isMarket && timeInForce === 'gtc' && filled < terms.lots,
      queueAhead: 0,
      ...(symbol === 'BTCUSDT' && budget > 0 ? { complete: filled === lots } : {}),
    }
  }

  /** Fills at once: of one price or of two. */
  function inParts(price: number, lots: number): (readonly [number, number])[] {
    const first = below(2) === 0 ? lots : below(lots + 1)
    const both = [
      [price, first],
      [price, lots - first],
    ] as const
    return both.filter(([, size]) => size > 0)
  }

  /** The price comes to what waits; how far it goes then is decided with it. */
  function fire(): ExchangeCommand | undefined {
    const armed = [...view.orders.values()].filter((each) => isArmed(each))
    if (armed.length === 0) return undefined
    const order = pick(armed)
    const { id, realm, side, symbol, budget, triggers } = order
    const lots = leftLots(order)
    const { limit = 0 } = triggers[0] ?? {}
    const now = ticks(symbol as keyof typeof PAIRS)
    const protection = Math.round(now * (side === 'buy' ? 1.05 : 0.95))
    if (realm === 'live') return { kind: 'fire', at, orderId: id, which: 0, ticks: protection }
    const price = limit || Math.min(now, triggers[0]?.bound || now)
    const filled = below((budget > 0 ? Math.floor(budget / price) : lots) + 1)
    const rests = limit > 0 && filled < lots
    const decision = { fills: inParts(price, filled), bid: 0, ask: 0, rests, queueAhead: 0 }
    return { kind: 'paperFire', at, orderId: id, which: 0, ...decision }
  }

  function quotes(): ExchangeCommand {
    const symbol = pick(SYMBOLS)
    return {
      kind: 'house',
      at,
      rows: (['blg', 'slg'] as const).map(
        (way) =>
          [
            symbol,
            `h${startsAt}-${++count}`,
            way,
            Math.round(ticks(symbol) * (way === 'blg' ? 0.995 : 1.005)),
            600 * PAIRS[symbol].lots,
          ] as const,
      ),
    }
  }

  function interest(): ExchangeCommand {
    at = Math.max(at, (hour + 1) * HOUR)
    // Orders and loans may come in between the hour and its command.
    if (below(3) === 0) return prices()
    hour++
    pending.push({ kind: 'marginInterest', at, realm: 'paper', hour, part: 0 })
    pending.push(prices())
    return { kind: 'marginInterest', at, realm: 'live', hour, part: 0 }
  }

  /** A step that somebody asks for who is not the driver. */
  function wrongStep(): ExchangeCommand {
    const symbol = pick(SYMBOLS)
    const slice = {
      symbol,
      side: pick(['buy', 'sell'] as const),
      ticks: Math.round(ticks(symbol) * (0.97 + below(7) / 100)),
      lots: below(3_000) - 10,
      ...FEES,
    }
    return {
      kind: 'marginLiquidate',
      at,
      ...pick(MARGIN_USERS),
      ...isolated(),
      step: pick(['cancel', 'trade', 'shortage'] as const),
      slice,
      dust: 'index',
    }
  }

  function ladder(): ExchangeCommand {
    if (below(8) === 0) return wrongStep()
    const [next] = marginLadder(view, {
      at,
      fees: FEES,
      paperOf: (_account, { ticks: bound, lots }) => ({
        fills: [[bound, Math.ceil(lots / (1 + below(2)))]],
        bid: 0,
        ask: 0,
      }),
    })
    return next ?? quotes()
  }

  return (): ExchangeCommand => {
    at += below(500)
    const queued = pending.shift()
    if (queued) return { ...queued, at }
    const open = [...view.orders.values()]
    // A ladder that has begun goes on between other commands.
    const isBusy = [...view.margin.accounts.values()].some((each) => each.isLiquidating)
    if (isBusy && below(3) === 0) return below(3) === 0 ? quotes() : ladder()
    const roll = below(100)
    if (roll < 28) return loanOrMove()
    if (roll < 49) return order()
    if (roll < 61) return prices()
    if (roll < 67) return quotes()
    if (roll < 84) return ladder()
    if (roll < 87) return interest()
    if (roll < 90) return fire() ?? order()
    if (roll < 94) return amendment() ?? order()
    if (roll < 96) return market() ?? order()
    const found = open.length > 0 ? pick(open) : undefined
    if (found && roll < 98) return { kind: 'cancel', at, orderId: found.id }
    if (roll < 99)
      return {
        kind: 'marginLeverage',
        at,
        ...pick(MARGIN_USERS),
        symbol: pick(ISOLATED),
        leverage: pick([3, 5, 10]),
      }
    return loanOrMove()
  }
}
