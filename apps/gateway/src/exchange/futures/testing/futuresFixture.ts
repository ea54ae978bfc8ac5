import { CONTRACTS } from '../../instruments/contracts.ts'
import { requireSymbol } from '../../instruments/symbols.ts'
import type { Instrument } from '../../instruments/Instrument.ts'
import type { FuturesPlaceCommand } from '../../state/futuresCommand.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { Effects } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'
import type { FuturesOrder } from '../../state/futuresOrder.ts'
import { accountAsIs } from '../judge.ts'
import { crossOwner } from '../margin.ts'
import { createCheckedExchange, type CheckedExchange } from './createCheckedExchange.ts'
import { positionKey } from '../../state/futuresState.ts'

export const BTC = 'usdt/BTCUSDT'
export const ETH = 'usdt/ETHUSDT'
export const COIN = 'coin/BTCUSD'
export const USDT = 10n ** 8n
export const FUTURES_INSTRUMENTS: readonly Instrument[] = [requireSymbol('BTCUSDT'), ...CONTRACTS]

/** `K` of a union, of each of its members apart. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Command = Without<ExchangeCommand, 'at'> & { readonly at?: number }

/**
 * An exchange with contracts, a mark of 60,000 and users with funds in their futures wallets. Each
 * command is checked for F1 to F13 (futures 10).
 */
export function createFuturesFixture({
  funds = {},
  mark = 600_000,
  state,
}: {
  /** USDT by user. */
  readonly funds?: Readonly<Record<string, number>>
  readonly mark?: number
  readonly state?: ExchangeState
} = {}) {
  const exchange: CheckedExchange = createCheckedExchange(FUTURES_INSTRUMENTS, { state })
  let count = 0
  let now = 1_000

  function send(command: Command): string {
    const outcome = exchange.execute({ at: now++, ...command } as ExchangeCommand)
    if ('refused' in outcome) return outcome.refused.reason
    latest.effects = outcome.effects
    return outcome.answer?.status ?? '0'
  }

  const latest: { effects?: Effects } = {}

  function fund(userId: string, amount: number, asset = 'USDT', realm: 'live' | 'paper' = 'live') {
    const atoms = String(BigInt(Math.round(amount * 1e8)))
    const key = `g${++count}`
    send({ kind: 'grant', realm, userId, key, funds: { [asset]: atoms } })
    const names = { clientOid: key, digest: 'd' }
    const way = { from: 'spot', to: 'futures', asset, atoms } as const
    return send({ kind: 'walletMove', realm, userId, ...way, ...names })
  }

  const prices = (ticks: number, symbol = BTC, index = ticks) =>
    send({ kind: 'prices', rows: [[symbol, ticks, index]] })

  function place(
    userId: string,
    side: 'buy' | 'sell',
    {
      lots,
      ticks,
      ...changes
    }: Partial<FuturesPlaceCommand> & { readonly lots: number; readonly ticks: number },
  ): string {
    const clientOid = `o${++count}`
    return send({
      kind: 'futuresPlace',
      realm: 'live',
      userId,
      clientOid,
      digest: 'd',
      symbol: BTC,
      side,
      positionSide: 'net',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks,
      lots,
      reduceOnly: false,
      makerPpm: 200,
      takerPpm: 600,
      ...changes,
    })
  }

  /** The house account's order at a price. */
  function quote(side: 'buy' | 'sell', ticks: number, lots: number, symbol = BTC): string {
    const name = `h${++count}`
    send({ kind: 'house', rows: [[symbol, name, side === 'buy' ? 'blg' : 'slg', ticks, lots]] })
    return name
  }

  const account = (userId: string, realm: 'live' | 'paper' = 'live') =>
    accountAsIs(exchange.state, { realm, userId })
  const position = (userId: string, symbol = BTC, side: 'net' | 'long' | 'short' = 'net') =>
    account(userId).positions.get(positionKey(symbol, side))
  const wallet = (userId: string, asset = 'USDT') =>
    exchange.state.accounts.spendable('live', crossOwner(userId), asset)
  const orders = (userId: string): FuturesOrder[] => [...account(userId).orders]

  if (!state) {
    prices(mark)
    for (const [userId, amount] of Object.entries(funds)) fund(userId, amount)
  }
  return {
    exchange,
    state: exchange.state,
    send,
    fund,
    prices,
    place,
    quote,
    account,
    position,
    wallet,
    orders,
    latest,
  }
}
