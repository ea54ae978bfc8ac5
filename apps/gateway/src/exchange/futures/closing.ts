import type { FuturesCloseAllCommand, FuturesReverseCommand } from '../state/futuresCommand.ts'
import { refuse, type EffectLog } from '../state/effects.ts'
import { positionKey } from '../state/futuresState.ts'
import type { ExchangeState } from '../state/state.ts'
import { accountAsIs } from './judge.ts'
import { placeFutures, type Answered, type FuturesRequest } from './orders.ts'

const AT_MARKET = {
  orderType: 'market',
  timeInForce: 'ioc',
  prevention: 'taker',
} as const

/**
 * Closes the named positions at the market, one order each (futures 4). Resting reduce-only orders
 * of theirs are cancelled first. Refused only where nothing could be closed.
 */
export function closeAll(
  state: ExchangeState,
  log: EffectLog,
  command: FuturesCloseAllCommand,
): Answered {
  const account = accountAsIs(state, command)
  let first: Answered | undefined
  for (const [at, { symbol, side, ticks, paper }] of command.rows.entries()) {
    const position = account.positions.get(positionKey(symbol, side))
    if (!position) continue
    const { lots } = position
    const done = placeFutures(
      state,
      log,
      {
        ...requestOf(command, at),
        symbol,
        side: lots > 0 ? 'sell' : 'buy',
        positionSide: side,
        ticks,
        lots: Math.abs(lots),
        reduceOnly: true,
        ...(paper ? { paper } : {}),
      },
      { replacesReducing: true },
    )
    if ('answer' in done) first ??= done
  }
  return first ?? refuse('nothing-to-reduce')
}

/**
 * Closes a one-way position at once; if all of it is closed, as many lots are opened the other way
 * (futures 4). What margin does not allow then is left closed.
 */
export function reverse(
  state: ExchangeState,
  log: EffectLog,
  command: FuturesReverseCommand,
): Answered {
  const { symbol, ticks, paper } = command
  const account = accountAsIs(state, command)
  const position = account.positions.get(positionKey(symbol, 'net'))
  if (!position) return refuse('nothing-to-reduce')
  const lots = Math.abs(position.lots)
  const side = position.lots > 0 ? 'sell' : 'buy'
  const terms = { symbol, side, positionSide: 'net', ticks, lots } as const
  const closing = placeFutures(
    state,
    log,
    {
      ...requestOf(command, 0),
      ...terms,
      reduceOnly: true,
      ...(paper ? { paper: paper[0] } : {}),
    },
    { replacesReducing: true },
  )
  if ('refused' in closing || account.positions.has(positionKey(symbol, 'net'))) return closing
  placeFutures(state, log, {
    ...requestOf(command, 1),
    ...terms,
    reduceOnly: false,
    ...(paper ? { paper: paper[1] } : {}),
  })
  return closing
}

/** The orders of one command have names of their own after the first. */
function requestOf(
  {
    realm,
    userId,
    holder,
    clientOid,
    makerPpm,
    takerPpm,
    at,
  }: FuturesCloseAllCommand | FuturesReverseCommand,
  which: number,
): Omit<FuturesRequest, 'symbol' | 'side' | 'positionSide' | 'ticks' | 'lots' | 'reduceOnly'> {
  return {
    ...AT_MARKET,
    at,
    realm,
    userId,
    ...(holder === undefined ? {} : { holder }),
    clientOid: which === 0 ? clientOid : `${clientOid}#${which}`,
    makerPpm,
    takerPpm,
  }
}
