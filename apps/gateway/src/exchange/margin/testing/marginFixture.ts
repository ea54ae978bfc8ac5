import { checkOrderLines } from '../../../testing/checkOrderLines.ts'
import { createExchange, type Exchange } from '../../createExchange.ts'
import { DAILY_RATES, loanLimit } from '../../instruments/marginTerms.ts'
import { scaleOf, SPOT_SYMBOLS } from '../../instruments/symbols.ts'
import { parseUnits } from '@x/decimal'
import type { ExchangeCommand, PlaceCommand } from '../../state/command.ts'
import type { Effects } from '../../state/effects.ts'
import { debtOwner, marginAccountAsIs, marginOwner } from '../../state/marginState.ts'
import type { ExchangeState } from '../../state/state.ts'
import { levelOf, worthOf } from '../../funds/marginLevel.ts'
import { marginLadder } from '../ladder.ts'

export const FEES = { makerPpm: 1000, takerPpm: 1000 }
export const HOUR = 3_600_000
/** `K` of a union, of each of its members apart. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Command = Without<ExchangeCommand, 'at'> & { readonly at?: number }
type Realm = 'live' | 'paper'

/** Atoms of a decimal string. */
export const atoms = (asset: string, amount: string): bigint =>
  parseUnits(amount, scaleOf(asset)) ?? 0n

/** What an account may owe without a VIP level, in atoms as text. */
function limitOf(asset: string, { symbol, leverage = 10 }: LimitOptions = {}): string {
  const limit = loanLimit({ symbol, asset, leverage, vipLevel: 0 })
  return limit ? String((atoms(asset, limit.amount) * BigInt(limit.percent)) / 100n) : '0'
}

interface LimitOptions {
  readonly symbol?: string | undefined
  readonly leverage?: number
}

const POOL = { USDT: '10000000', BTC: '100', ETH: '2000', DOGE: '1000000' }

/** An exchange with a pool, index prices (BTC 60,000, ETH 3,000, DOGE 0.1) and quotes near them. */
export function createMarginFixture(
  { state, realm = 'live' as Realm } = {} as {
    readonly state?: ExchangeState
    readonly realm?: Realm
  },
) {
  const exchange: Exchange = createExchange(SPOT_SYMBOLS, state)
  let count = 0
  const clock = { now: 10 * 60_000 }
  const latest: { effects?: Effects } = {}

  function send(command: Command): string {
    const outcome = exchange.execute({ at: clock.now, ...command } as ExchangeCommand)
    if ('refused' in outcome) return outcome.refused.reason
    latest.effects = outcome.effects
    return outcome.answer?.status ?? 'done'
  }

  const index: Record<string, string> = { USDT: '1', BTC: '60000', ETH: '3000', DOGE: '0.1' }
  function prices(changes: Readonly<Record<string, string>> = {}): string {
    Object.assign(index, changes)
    return send({
      kind: 'marginPrices',
      rows: Object.entries(index).map(
        ([asset, price]) => [asset, String(parseUnits(price, 8))] as const,
      ),
      rates: Object.entries(DAILY_RATES),
    })
  }

  /** The house account's order at a price. */
  function quote(side: 'buy' | 'sell', ticks: number, lots: number, symbol = 'BTCUSDT'): string {
    const name = `h${++count}`
    send({ kind: 'house', rows: [[symbol, name, side === 'buy' ? 'blg' : 'slg', ticks, lots]] })
    return name
  }

  function move(
    userId: string,
    [from, to, asset, amount]: readonly [Wallet, Wallet, string, string],
  ): string {
    const names = { clientOid: `m${++count}`, digest: 'd' }
    const value = String(atoms(asset, amount))
    return send({ kind: 'walletMove', realm, userId, from, to, asset, atoms: value, ...names })
  }
  type Wallet = 'spot' | 'futures' | 'margin' | `margin:${string}`

  function fund(userId: string, asset: string, amount: string, to: Wallet = 'margin'): string {
    const funds = { [asset]: String(atoms(asset, amount)) }
    send({ kind: 'grant', realm, userId, key: `g${++count}`, funds })
    return move(userId, ['spot', to, asset, amount])
  }

  const borrow = (userId: string, asset: string, amount: string, symbol?: string): string =>
    send({
      kind: 'marginBorrow',
      realm,
      userId,
      ...(symbol === undefined ? {} : { symbol }),
      asset,
      atoms: String(atoms(asset, amount)),
      limit: limitOf(asset, { symbol }),
      clientOid: `b${++count}`,
      digest: 'd',
    })
  const repay = (userId: string, asset: string, amount: string, symbol?: string): string =>
    send({
      kind: 'marginRepay',
      realm,
      userId,
      ...(symbol === undefined ? {} : { symbol }),
      asset,
      atoms: String(atoms(asset, amount)),
      clientOid: `r${++count}`,
      digest: 'd',
    })

  function place(
    userId: string,
    side: 'buy' | 'sell',
    { lots, ticks, ...changes }: Partial<PlaceCommand> & { lots: number; ticks: number },
  ): string {
    return send({
      kind: 'place',
      userId,
      clientOid: `o${++count}`,
      digest: 'd',
      symbol: 'BTCUSDT',
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks,
      lots,
      budget: 0,
      account: 'cross',
      loanLimit: limitOf(side === 'buy' ? 'USDT' : 'BTC'),
      ...FEES,
      ...changes,
    })
  }

  const account = (userId: string, symbol?: string) =>
    marginAccountAsIs(exchange.state.margin, { realm, userId, symbol })
  const own = (userId: string, asset: string, symbol?: string): bigint =>
    exchange.state.accounts.of(realm, marginOwner({ userId, symbol }), asset).balance
  const owed = (userId: string, asset: string, symbol?: string): bigint =>
    -exchange.state.accounts.of(realm, debtOwner({ userId, symbol }), asset).balance
  const of = (owner: string, asset: string) => exchange.state.accounts.of(realm, owner, asset)
  const level = (userId: string, symbol?: string) =>
    Number(levelOf(worthOf(exchange.state, { realm, userId, symbol })) ?? 0n) / 10_000

  /** Runs the ladder once, and answers its steps. */
  const ladder = (): string[] => [
    ...(function* () {
      for (const command of marginLadder(exchange.state, { at: clock.now, fees: FEES }))
        yield `${command.step} ${send(command)}`
    })(),
  ]

  if (!state) {
    prices()
    for (const [asset, amount] of Object.entries(POOL))
      send({ kind: 'poolSeed', realm, key: asset, asset, atoms: String(atoms(asset, amount)) })
  }
  return {
    exchange,
    state: exchange.state,
    clock,
    latest,
    send,
    prices,
    quote,
    move,
    fund,
    borrow,
    repay,
    place,
    account,
    own,
    owed,
    of,
    level,
    ladder,
  }
}

/** The rules of margin accounts that do not hold now (futures F3, futures F4, futures F10). */
export function brokenMarginRules(state: ExchangeState): string[] {
  const { accounts, margin } = state
  const [sums, loans] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const broken: string[] = []
  for (const { realm, owner, asset, balance, held } of accounts.all()) {
    const key = `${realm} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + balance)
    if (owner === 'lent' || owner.startsWith('debt:'))
      loans.set(key, (loans.get(key) ?? 0n) + balance)
    if (owner.startsWith('debt:') && balance > 0n) broken.push(`${owner} is owed ${asset}`)
    if (/^(user|fund|pool)/.test(owner) && (balance < held || held < 0n))
      broken.push(`${owner} is short of ${asset}`)
  }
  for (const [key, sum] of sums) if (sum !== 0n) broken.push(`balances of ${key} are ${sum}`)
  for (const [key, sum] of loans) if (sum !== 0n) broken.push(`loans of ${key} are ${sum}`)
  for (const account of margin.accounts.values())
    for (const [asset, { interest }] of account.loans) {
      const owed = -accounts.of(account.realm, debtOwner(account), asset).balance
      if (owed <= 0n || interest < 0n || interest > owed) broken.push(`loan of ${asset}: ${owed}`)
    }
  return [...broken, ...checkOrderLines(state)]
}
