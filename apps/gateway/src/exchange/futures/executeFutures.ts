import type { FuturesCommand } from '../state/futuresCommand.ts'
import type { EffectLog, OrderAnswer, Refusal } from '../state/effects.ts'
import { judgesStrictly } from '../state/rules.ts'
import type { ExchangeState } from '../state/state.ts'
import { closeAll, reverse } from './closing.ts'
import { payFunding } from './funding.ts'
import { liquidate } from './liquidation.ts'
import { moveFunds, seedFund, setPrices } from './moves.ts'
import {
  amendFutures,
  cancelFutures,
  fillPaperFutures,
  fireFutures,
  once,
  placeFuturesOnce,
  trailFutures,
} from './orders.ts'
import {
  changeExits,
  changeIsolatedMargin,
  setAutoMargin,
  setLeverage,
  setMarginMode,
  setPositionMode,
} from './settings.ts'

type Done = { readonly refused: Refusal } | { readonly answer: OrderAnswer } | undefined | void

/** Runs one command of futures. */
export function executeFutures(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: FuturesCommand; readonly isJournalled: boolean },
): Done {
  switch (command.kind) {
    case 'walletMove':
      return moveFunds(state, log, command, { isJournalled })
    case 'futuresLeverage':
      return setLeverage(state, log, command)
    case 'futuresMarginMode':
      return setMarginMode(state, log, command)
    case 'futuresPositionMode':
      return setPositionMode(state, log, command)
    case 'futuresMargin':
      return changeIsolatedMargin(state, log, command, { isJournalled })
    case 'futuresAutoMargin':
      return setAutoMargin(state, log, command)
    case 'futuresPlace':
      return placeFuturesOnce(state, log, { command: asJudged(state, command), isJournalled })
    case 'futuresFire':
      return fireFutures(state, log, asJudged(state, command))
    case 'futuresTrail':
      return trailFutures(state, log, command)
    case 'futuresPaperFill':
      return fillPaperFutures(state, log, command)
    case 'futuresAmend':
      return amendFutures(state, log, asJudged(state, command))
    case 'futuresCancel':
      return cancelFutures(state, log, command)
    case 'futuresCloseAll':
      return once(state, log, { command, isJournalled, run: () => closeAll(state, log, command) })
    case 'futuresReverse':
      return once(state, log, { command, isJournalled, run: () => reverse(state, log, command) })
    case 'futuresExits':
      return changeExits(state, log, command)
    case 'prices':
      return setPrices(state, log, command)
    case 'liquidate':
      return liquidate(state, log, command)
    case 'funding':
      return payFunding(state, log, command)
    case 'fundSeed':
      return seedFund(state, log, command)
  }
}

/** The command with what the rules in force ask of each. */
const asJudged = <C extends { readonly isStrict?: true }>(state: ExchangeState, command: C): C =>
  command.isStrict || !judgesStrictly(state) ? command : { ...command, isStrict: true }
