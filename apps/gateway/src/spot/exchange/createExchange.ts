import type { SymbolSpec } from '../../market/ports.ts'
import { cancelPaper, fillPaper, placePaper } from '../../paper/paperOrders.ts'
import { openPaper, resetPaper, topUpPaper } from '../../paper/paperFunds.ts'
import type { ExchangeCommand, OrderRequest } from './command.ts'
import { createEffectLog, refuse, type EffectLog, type OrderAnswer, type Outcome, type Refusal } from './effects.ts'
import { grant, openAccounts } from './funds.ts'
import { applyHouseFlow } from './houseFlow.ts'
import { cancelLive, placeLive } from './liveOrders.ts'
import { createState, type ExchangeState, type StateDump } from './state.ts'

export interface Exchange {
  readonly state: ExchangeState
  /** Runs one command. A refusal changes nothing; everything else must be journalled. */
  execute(command: ExchangeCommand): Outcome
}

type Done = { readonly refused: Refusal } | { readonly answer: OrderAnswer } | void

/** The trading state machine: pure, synchronous, deterministic. The journal holds its commands. */
export function createExchange(specs: readonly SymbolSpec[], from?: StateDump): Exchange {
  const state = createState(specs, from)

  function run(log: EffectLog, command: ExchangeCommand): Done {
    switch (command.kind) {
      case 'open':
        return openAccounts(state, log, command)
      case 'grant':
        return grant(state, log, command)
      case 'place':
        return once(state, command, () => placeLive(state, log, command))
      case 'paperPlace':
        return once(state, command, () => placePaper(state, log, command))
      case 'cancel': {
        const order = state.orders.get(command.orderId)
        if (!order) return refuse('40401', 'The order is not open.')
        return { answer: order.realm === 'paper' ? cancelPaper(state, log, order) : cancelLive(state, log, { command, order }) }
      }
      case 'house':
        return applyHouseFlow(state, log, command)
      case 'paperOpen':
        return openPaper(state, log, command)
      case 'paperFill':
        return fillPaper(state, log, command)
      case 'paperReset':
        return resetPaper(state, log, command)
      case 'paperTopUp':
        return topUpPaper(state, log, command)
    }
  }

  return {
    state,
    execute(command) {
      const log = createEffectLog(command.at)
      const done = run(log, command)
      if (done && 'refused' in done) return done
      state.keys.forget({ at: command.at, isOpen: (orderId) => state.orders.has(orderId) })
      return { effects: log.seal(), ...done }
    },
  }
}

export const orderKey = (command: Pick<OrderRequest, 'userId' | 'clientOid'> & { kind: 'place' | 'paperPlace' }): string =>
  `${command.kind === 'place' ? 'live' : 'paper'}:${command.userId}:${command.clientOid}`

/** Remembers the first answer under the client's order id. The caller has looked for an earlier use before it built the command. */
function once(state: ExchangeState, command: OrderRequest & { kind: 'place' | 'paperPlace' }, place: () => { readonly refused: Refusal } | { readonly answer: OrderAnswer }): Done {
  const key = orderKey(command)
  if (state.keys.get(key)) return refuse('40902', 'The client order id was used before.')
  const done = place()
  if ('answer' in done) state.keys.add(key, { digest: command.digest, answer: done.answer, at: command.at })
  return done
}
