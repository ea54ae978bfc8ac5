import { createFlow } from '../../../testing/matchingCommandGenerator.ts'
import type { Realm } from '../../accounts/accounts.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { FuturesPlaceCommand, PaperFills } from '../../state/futuresCommand.ts'
import { openLots, waitsForTrigger, type FuturesOrder } from '../../state/futuresOrder.ts'
import type { HouseAccountRow } from '../../state/houseAccountRows.ts'
import type { ExchangeState } from '../../state/state.ts'
import { accountAsIs } from '../judge.ts'
import { BTC, COIN, ETH } from './futuresFixture.ts'

const SYMBOLS = [BTC, ETH, COIN] as const
const START: Readonly<Record<string, number>> = { [BTC]: 600_000, [ETH]: 300_000, [COIN]: 600_000 }
/** Lots of about 600 USD. */
const LOT: Readonly<Record<string, number>> = { [BTC]: 10, [ETH]: 200, [COIN]: 6 }

/**
 * Random but repeatable commands of futures: users in both modes and realms, the house account,
 * prices that wander and sometimes jump.
 */
export function createFuturesFlow(seed: number, { users = 6, jump = 0.02 } = {}) {
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  let at = 1_000
  let count = 0
  const queue: ExchangeCommand[] = []

  function opening(): void {
    for (const symbol of SYMBOLS)
      queue.push({ kind: 'prices', at, rows: [[symbol, START[symbol]!, START[symbol]!]] })
    for (const realm of ['live', 'paper'] as const)
      for (const [asset, atoms] of [
        ['USDT', String(10n ** 13n)],
        ['BTC', String(10n ** 9n)],
      ] as const) {
        queue.push({ kind: 'fundSeed', at, realm, key: `${realm} ${asset}`, asset, atoms })
        for (let user = 0; user < users; user++) {
          const userId = `u${user}`
          const funds = { [asset]: atoms.slice(0, -1) }
          queue.push({ kind: 'grant', at, realm, userId, key: `${userId} ${asset}`, funds })
          queue.push(move(realm, userId, { asset, atoms: atoms.slice(0, -2) }))
        }
      }
    for (let user = 0; user < users; user++)
      for (const realm of ['live', 'paper'] as const) {
        const of = { at, realm, userId: `u${user}` }
        if (user % 2 === 1) queue.push({ kind: 'futuresPositionMode', ...of, mode: 'two_way' })
        for (const symbol of SYMBOLS)
          if (next() < 0.4)
            queue.push({ kind: 'futuresMarginMode', ...of, symbol, marginMode: 'isolated' })
      }
  }

  const move = (
    realm: Realm,
    userId: string,
    { asset, atoms }: { readonly asset: string; readonly atoms: string },
    from: 'spot' | 'futures' = 'spot',
  ): ExchangeCommand => ({
    kind: 'walletMove',
    at,
    realm,
    userId,
    from,
    to: from === 'spot' ? 'futures' : 'spot',
    asset,
    atoms,
    clientOid: `m${++count}`,
    digest: 'd',
  })

  function paperFills(mark: number, lots: number): PaperFills {
    const fills: [number, number][] = []
    for (let left = lots; left > 0 && next() < 0.7;) {
      const size = 1 + below(left)
      fills.push([mark + below(21) - 10, size])
      left -= size
    }
    return { fills, rests: next() < 0.5, queueAhead: below(10) }
  }

  function order(state: ExchangeState): FuturesPlaceCommand {
    const realm = pick(['live', 'live', 'paper'] as const)
    const userId = `u${below(users)}`
    const symbol = pick(SYMBOLS)
    const mark = state.futures.prices.get(symbol)?.mark ?? 0
    const isTwoWay = accountAsIs(state, { realm, userId }).mode === 'two_way'
    const side = pick(['buy', 'sell'] as const)
    const positionSide = isTwoWay ? pick(['long', 'short'] as const) : 'net'
    const isMarket = next() < 0.3
    const closes = positionSide === (side === 'buy' ? 'short' : 'long')
    const lots = (1 + below(30)) * LOT[symbol]!
    const waits = next() < 0.1
    const ticks = isMarket
      ? side === 'buy'
        ? mark * 2
        : 1
      : mark + Math.round(mark * (next() - 0.5) * 0.004)
    return {
      kind: 'futuresPlace',
      at,
      realm,
      userId,
      clientOid: `o${++count}`,
      digest: 'd',
      symbol,
      side,
      positionSide,
      orderType: waits ? 'stop_market' : isMarket ? 'market' : 'limit',
      timeInForce: isMarket || waits ? 'ioc' : pick(['gtc', 'gtc', 'gtc', 'ioc', 'post_only']),
      prevention: pick(['taker', 'maker', 'both'] as const),
      ticks: Math.max(1, ticks),
      lots,
      reduceOnly: isTwoWay ? closes : next() < 0.25,
      makerPpm: 200,
      takerPpm: 600,
      isStrict: true,
      ...(waits ? { triggers: [trigger(mark)] } : {}),
      ...(next() < 0.1 ? { exits: { stopLoss: { by: 'mark' as const, ticks: mark - 100 } } } : {}),
      ...(realm === 'paper' && !waits ? { paper: paperFills(mark, lots) } : {}),
    }
  }

  const trigger = (mark: number) =>
    ({
      kind: 'stop',
      by: pick(['last', 'mark', 'index'] as const),
      rises: next() < 0.5,
      ticks: mark,
      limit: 0,
      bound: 0,
      callback: 0,
      extreme: 0,
    }) as const

  function quotes(state: ExchangeState): ExchangeCommand {
    const rows = Array.from({ length: 4 }, (): HouseAccountRow => {
      const symbol = pick(SYMBOLS)
      const mark = state.futures.prices.get(symbol)?.mark ?? 0
      const [name] = pick([...state.houseAccountOrders].slice(-50)) ?? []
      if (name !== undefined && next() < 0.3) {
        const { instrumentId } = state.houseAccountOrders.get(name)!
        return [instrumentId, name]
      }
      const isBuy = next() < 0.5
      const away = Math.round(mark * next() * 0.002) * (isBuy ? -1 : 1)
      const way =
        `${isBuy ? 'b' : 's'}${next() < 0.1 ? 'm' : 'l'}${next() < 0.1 ? 'i' : 'g'}` as const
      return [symbol, `h${++count}`, way, mark + away, (1 + below(100)) * LOT[symbol]!]
    })
    return { kind: 'house', at, rows }
  }

  function prices(state: ExchangeState): ExchangeCommand {
    const symbol = pick(SYMBOLS)
    const { mark } = state.futures.prices.get(symbol)!
    const step = next() < jump ? 0.05 : 0.003
    const moved = Math.max(1_000, Math.round(mark * (1 + (next() - 0.5) * 2 * step)))
    return { kind: 'prices', at, rows: [[symbol, next() < 0.02 ? 0 : moved, moved]] }
  }

  function onOrder(chosen: FuturesOrder, state: ExchangeState): ExchangeCommand {
    const { id: orderId } = chosen
    const mark = state.futures.prices.get(chosen.symbol)?.mark ?? 0
    const isPaper = chosen.realm === 'paper'
    if (waitsForTrigger(chosen))
      return {
        kind: 'futuresFire',
        at,
        orderId,
        which: 0,
        ticks: chosen.side === 'buy' ? mark * 2 : 1,
        isStrict: true,
        ...(isPaper ? { paper: paperFills(mark, Math.max(1, chosen.lots)) } : {}),
      }
    if (isPaper && next() < 0.4)
      return { kind: 'futuresPaperFill', at, orderId, lots: 1 + below(openLots(chosen)) }
    if (next() < 0.4) return { kind: 'futuresCancel', at, orderIds: [orderId] }
    return {
      kind: 'futuresAmend',
      at,
      orderId,
      ticks: chosen.ticks + below(400) - 200,
      lots: chosen.filledLots + 1 + below(20) * LOT[chosen.symbol]!,
      isStrict: true,
    }
  }

  function onAccount(state: ExchangeState): ExchangeCommand {
    const realm = pick(['live', 'live', 'paper'] as const)
    const userId = `u${below(users)}`
    const symbol = pick(SYMBOLS)
    const of = { at, realm, userId }
    const account = accountAsIs(state, of)
    const side = account.mode === 'two_way' ? pick(['long', 'short'] as const) : 'net'
    const mark = state.futures.prices.get(symbol)?.mark ?? 0
    const rates = { makerPpm: 200, takerPpm: 600 }
    const key = { clientOid: `o${++count}`, digest: 'd' }
    const atoms = String((next() < 0.5 ? 1 : -1) * (1 + below(symbol === COIN ? 100_000 : 10 ** 9)))
    const positions = [...account.positions.values()]
    switch (below(7)) {
      case 0:
        return {
          kind: 'futuresLeverage',
          ...of,
          symbol,
          side: pick([side, 'net']),
          leverage: 1 + below(125),
        }
      case 1:
        return { kind: 'futuresMargin', ...of, symbol, side, atoms }
      case 2:
        return { kind: 'futuresMarginMode', ...of, symbol, marginMode: pick(['cross', 'isolated']) }
      case 3:
        return {
          kind: 'futuresExits',
          ...of,
          ...rates,
          symbol,
          side,
          exits: { takeProfit: { by: 'mark', ticks: mark + 500 } },
        }
      case 4: {
        const paper = realm === 'paper' ? { paper: paperFills(mark, 1_000) } : {}
        return {
          kind: 'futuresCloseAll',
          ...of,
          ...rates,
          ...key,
          rows: positions.map((position) => ({
            symbol: position.symbol,
            side: position.side,
            ticks: position.lots > 0 ? 1 : mark * 2,
            ...paper,
          })),
        }
      }
      case 5: {
        const lots = account.positions.get(`${symbol} net`)?.lots ?? 0
        const fills = { fills: [[mark, Math.abs(lots)]], rests: false, queueAhead: 0 } as const
        const isPaper = realm === 'paper'
        return {
          kind: 'futuresReverse',
          ...of,
          ...rates,
          ...key,
          symbol,
          ticks: lots > 0 ? 1 : mark * 2,
          ...(isPaper ? { paper: [fills, fills] as const } : {}),
        }
      }
      default: {
        const asset = pick(['USDT', 'BTC'])
        const amount = String(1 + below(asset === 'BTC' ? 10 ** 7 : 10 ** 11))
        return move(realm, userId, { asset, atoms: amount }, pick(['spot', 'futures']))
      }
    }
  }

  opening()
  return (state: ExchangeState): ExchangeCommand => {
    at++
    const waiting = queue.shift()
    if (waiting) return waiting
    const way = next()
    if (way < 0.3) return order(state)
    if (way < 0.5) return quotes(state)
    if (way < 0.7) return prices(state)
    if (way < 0.85) return onAccount(state)
    const chosen = pick([...state.futures.orders.values()])
    return chosen ? onOrder(chosen, state) : order(state)
  }
}
