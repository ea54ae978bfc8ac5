import { pay } from '../accounts/posting.ts'
import { magnitudeOf, tierOf } from '../instruments/contractTerms.ts'
import { absolute, divideUp, larger, smaller } from '../instruments/rounding.ts'
import type {
  AutoMarginCommand,
  FuturesExitsCommand,
  IsolatedMarginCommand,
  LeverageCommand,
  MarginModeCommand,
  PositionModeCommand,
} from '../state/futuresCommand.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import {
  leverageOf,
  moveKey,
  openFuturesAccount,
  positionKey,
  settingsOf,
  type FuturesAccount,
  type FuturesPosition,
  type SymbolSettings,
} from '../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import { setExits } from './exits.ts'
import { accountAsIs } from './judge.ts'
import {
  availableOf,
  crossGroup,
  equityOf,
  groupOf,
  isDue,
  isFresh,
  markOf,
  mayLeave,
  requirementOf,
  symbolRisk,
  unrealised,
  walletAccount,
  walletOf,
} from './margin.ts'
import { draw, nextPosting } from './purse.ts'

type Done = { readonly refused: Refusal } | undefined

/**
 * Another leverage for a symbol, or for one isolated leg (futures 2). A lower one draws margin, a
 * higher one releases none.
 */
export function setLeverage(state: ExchangeState, log: EffectLog, command: LeverageCommand): Done {
  const { symbol, side, leverage } = command
  const market = contractOf(state, symbol)
  const known = accountAsIs(state, command)
  const before = settingsOf(known, symbol)
  const isIsolated = before.marginMode === 'isolated'
  const isTwoWay = known.mode === 'two_way'
  if (side !== 'net' && (!isIsolated || !isTwoWay)) return refuse('leverage')
  if (side === 'net' && isIsolated && isTwoWay) return refuse('leverage')
  const risk = symbolRisk(state, known, { symbol })
  const { maxLeverage } = tierOf(market.terms, risk.exposure)
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > maxLeverage)
    return refuse('leverage')
  if (isAccountDue(state, known)) return refuse('being-liquidated')
  const position = known.positions.get(positionKey(symbol, side))
  const isLower = leverage < leverageOf(before, side)
  const settings = withLeverage(before, { side, leverage })
  const asset = market.instrument.marginAsset
  const changed = { ...known, settings: new Map(known.settings).set(symbol, settings) }
  const lacks = isIsolated && isLower && position ? lackingMargin(state, changed, position) : 0n
  if (isLower && availableOf(state, changed, { asset }) < lacks) return refuse('margin-needed')
  const account = openFuturesAccount(state.futures, command)
  account.settings.set(symbol, settings)
  log.touchSettings(account)
  if (lacks > 0n && position) moveMargin(state, log, { account, position, amount: lacks })
  return undefined
}

function withLeverage(
  settings: SymbolSettings,
  { side, leverage }: Pick<LeverageCommand, 'side' | 'leverage'>,
): SymbolSettings {
  if (side === 'short') return { ...settings, shortLeverage: leverage }
  if (side === 'long')
    return { ...settings, leverage, shortLeverage: leverageOf(settings, 'short') }
  const { shortLeverage: _, ...rest } = settings
  return { ...rest, leverage }
}

/** What an isolated position lacks to its initial margin at the mark. */
function lackingMargin(
  state: ExchangeState,
  account: FuturesAccount,
  position: FuturesPosition,
): bigint {
  const { symbol, side, lots } = position
  const { terms } = contractOf(state, symbol)
  const notional = magnitudeOf(terms, Math.abs(lots), markOf(state, symbol))
  const wanted = divideUp(notional, BigInt(leverageOf(settingsOf(account, symbol), side)))
  return larger(0n, wanted - walletOf(state, groupOf(state, account, position)))
}

/** From the cross wallet into an isolated margin; the number of the posting. */
export function moveMargin(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    position,
    amount,
  }: {
    readonly account: FuturesAccount
    readonly position: FuturesPosition
    readonly amount: bigint
  },
): string {
  const group = groupOf(state, account, position)
  const cross = crossGroup(state, account, group.asset)
  const drawn = draw(state, log, { group: cross, amount })
  const id = nextPosting(state)
  log.addTransaction({
    realm: account.realm,
    kind: 'margin',
    scope: 'futures',
    key: id,
    entries: [
      ...drawn.entries,
      ...pay(log, 'margin', {
        from: walletAccount(state, cross),
        to: walletAccount(state, group),
        amount: drawn.amount,
      }),
    ],
  })
  return id
}

export function setMarginMode(
  state: ExchangeState,
  log: EffectLog,
  command: MarginModeCommand,
): Done {
  const { symbol, marginMode } = command
  contractOf(state, symbol)
  const known = accountAsIs(state, command)
  const isUsed =
    [...known.positions.values()].some((position) => position.symbol === symbol) ||
    [...known.orders].some((order) => order.symbol === symbol)
  if (isUsed) return refuse('orders-or-positions')
  const account = openFuturesAccount(state.futures, command)
  const { shortLeverage: _, ...settings } = settingsOf(account, symbol)
  account.settings.set(symbol, { ...settings, marginMode })
  log.touchSettings(account)
  return undefined
}

export function setPositionMode(
  state: ExchangeState,
  log: EffectLog,
  command: PositionModeCommand,
): Done {
  const known = accountAsIs(state, command)
  if (known.positions.size > 0 || known.orders.size > 0) return refuse('orders-or-positions')
  const account = openFuturesAccount(state.futures, command)
  account.mode = command.mode
  for (const [symbol, { shortLeverage: _, ...settings }] of account.settings)
    account.settings.set(symbol, settings)
  log.touchSettings(account)
  return undefined
}

/** Adds to an isolated margin what is available, or takes what the position does not need. */
export function changeIsolatedMargin(
  state: ExchangeState,
  log: EffectLog,
  command: IsolatedMarginCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { symbol, side } = command
  const { clientOid } = command
  if (
    !isJournalled &&
    clientOid !== undefined &&
    state.keys.has(moveKey({ ...command, clientOid }))
  )
    return refuse('key-used')
  const { terms, instrument } = contractOf(state, symbol)
  const known = accountAsIs(state, command)
  const position = known.positions.get(positionKey(symbol, side))
  const amount = BigInt(command.atoms)
  if (!position || settingsOf(known, symbol).marginMode !== 'isolated' || amount === 0n)
    return refuse('orders-or-positions')
  const asset = instrument.marginAsset
  if (isAccountDue(state, known)) return refuse('being-liquidated')
  if (amount > 0n) {
    if (mayLeave(state, known, asset) < amount) return refuse('margin-needed', { asset })
    const id = moveMargin(state, log, { account: known, position, amount })
    noteMargin(state, log, { command, id, asset })
    return undefined
  }
  const group = groupOf(state, known, position)
  if (!isJournalled && !isFresh(state, group)) return refuse('no-mark')
  const notional = magnitudeOf(terms, Math.abs(position.lots), markOf(state, symbol))
  const initial = divideUp(notional, BigInt(leverageOf(settingsOf(known, symbol), side)))
  const wallet = walletOf(state, group)
  const free = wallet + smaller(0n, unrealised(state, position)) - initial
  if (-amount > smaller(free, wallet)) return refuse('margin-needed', { asset })
  const id = nextPosting(state)
  log.addTransaction({
    realm: known.realm,
    kind: 'margin',
    scope: 'futures',
    key: id,
    entries: pay(log, 'margin', {
      from: walletAccount(state, group),
      to: walletAccount(state, crossGroup(state, known, asset)),
      amount: -amount,
    }),
  })
  noteMargin(state, log, { command, id, asset })
  return undefined
}

/** Remembers the request of a change, so that it changes nothing a second time. */
function noteMargin(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    id,
    asset,
  }: { readonly command: IsolatedMarginCommand; readonly id: string; readonly asset: string },
): void {
  const { realm, userId, symbol, side, clientOid, digest = '', at } = command
  if (clientOid === undefined) return
  const amount = BigInt(command.atoms)
  const position = `futures/${symbol}/${side}` as const
  const [from, to] =
    amount > 0n ? (['futures', position] as const) : ([position, 'futures'] as const)
  state.keys.add(moveKey({ realm, userId, clientOid }), { digest, answer: { transferId: id }, at })
  log.moves.push({
    id: Number(id),
    realm,
    userId,
    from,
    to,
    asset,
    amount: absolute(amount),
    clientOid,
    digest,
    at,
  })
}

export function setAutoMargin(
  state: ExchangeState,
  log: EffectLog,
  command: AutoMarginCommand,
): Done {
  const { symbol, side, isOn } = command
  contractOf(state, symbol)
  const account = openFuturesAccount(state.futures, command)
  const { autoMargin = [], ...settings } = settingsOf(account, symbol)
  const sides = autoMargin.filter((each) => each !== side)
  if (isOn) sides.push(side)
  account.settings.set(symbol, {
    ...settings,
    ...(sides.length > 0 ? { autoMargin: sides.toSorted() } : {}),
  })
  log.touchSettings(account)
  return undefined
}

/** Take profit and stop loss of a whole position (futures 4). */
export function changeExits(
  state: ExchangeState,
  log: EffectLog,
  command: FuturesExitsCommand,
): Done {
  const { symbol, side, exits } = command
  const account = accountAsIs(state, command)
  if (!account.positions.has(positionKey(symbol, side))) return refuse('nothing-to-reduce')
  setExits(state, log, { account, symbol, side, exits, rates: command })
  return undefined
}

/** Whether any group of the account is due, cross or isolated. */
export const isAccountDue = (state: ExchangeState, account: FuturesAccount): boolean =>
  [...account.positions.values()].some((position) =>
    isDue(state, groupOf(state, account, position)),
  )

/** Equity above the requirement, or nothing to be asked for. */
export const isSound = (state: ExchangeState, account: FuturesAccount, asset: string): boolean => {
  const group = crossGroup(state, account, asset)
  return group.positions.length === 0 || equityOf(state, group) > requirementOf(state, group)
}
