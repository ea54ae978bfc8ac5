import type { ExchangeView } from '../exchange/state/ExchangeView.ts'
import { changeableState } from './changeableState.ts'
import type { SnapshotPart } from '../exchange/snapshots/snapshot.ts'
import { dumpOrder, type ExchangeState, type StateDump } from '../exchange/state/state.ts'
import { createStateLoader, dumpState } from '../exchange/snapshots/stateParts.ts'
import { dumpWithdrawals } from '../exchange/state/withdrawals.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'

/** The whole state as one text, for tests that compare two small ones. */
export const stateText = (state: ExchangeView): string =>
  [...dumpState(changeableState(state))]
    .map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString('latin1')}`)
    .join('\n')

/**
 * The same without how old the memory of keys is, for states that came about at different times.
 */
export const timelessText = (state: ExchangeState): string =>
  stateText(state).replace(/,"keyClock":\{[^}]*\}/, '')

/** The state that a restart makes of the parts. */
export function loadParts(parts: Iterable<SnapshotPart>): ExchangeState {
  const loader = createStateLoader(SPOT_SYMBOLS)
  for (const part of parts) loader.add(part)
  return loader.finish().state
}

export const copyState = (state: ExchangeState): ExchangeState => loadParts(dumpState(state))

/**
 * The state as snapshots of before there were parts held it; what is left of past keys as hashes
 * had no place there.
 */
export function plainDump(view: ExchangeView): StateDump {
  const state = changeableState(view)
  return {
    version: 1,
    next: state.next,
    accounts: [...state.accounts.dump()],
    books: Object.fromEntries([...state.markets].map(([id, { engine }]) => [id, engine.dump()])),
    orders: [...state.orders.values()].map(dumpOrder),
    owners: [...state.parties],
    house: [...state.houseAccountOrders].map(
      ([name, { orderId, instrumentId }]) => [name, orderId, instrumentId] as const,
    ),
    keys: [...state.keys.dump()],
    grants: [...state.grants],
    paper: [...state.paper],
    ...(state.withdrawals.open.size > 0 || state.withdrawals.used.size > 0
      ? { withdrawals: [...dumpWithdrawals(state.withdrawals)] }
      : {}),
  }
}
