import type { SpotBalance } from '@x/api'
import type { Realm } from '../../../exchange/accounts/accounts.ts'
import type { ExchangeCommand } from '../../../exchange/state/command.ts'
import type { Effects, OrderAnswer } from '../../../exchange/state/effects.ts'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'

export interface Trader {
  readonly realm: Realm
  readonly userId: string
}

/**
 * What every route of the trading side does with the core: refusals become the protocol's codes,
 * answers wait for the disk.
 */
export interface TradingService {
  readonly core: TradingCore
  /** Opens the paper account of a trader that has none, with its starting funds. */
  ensurePaperAccount(trader: Trader): void
  /** @throws GatewayError for a refusal, 00006 when trading has stopped or the lease is not held */
  run(command: ExchangeCommand): OrderAnswer | undefined
  /** The same with all that the command did. */
  runWithEffects(command: ExchangeCommand): {
    readonly answer: OrderAnswer | undefined
    readonly effects: Effects
  }
  /** The same for a command that answers an order. */
  runOrder(command: ExchangeCommand): OrderAnswer
  /** Answers `value` when all that it may report is on disk. @throws GatewayError 00006 */
  confirm<T>(value: T): Promise<T>
  /** @throws GatewayError 00006 while the ledger is too far behind */
  assertCapacity(): void
  assets(trader: Trader): SpotBalance[]
}

/**
 * A refusal before anything was taken: the client need not ask itself whether the order arrived.
 */
export const NEVER_TAKEN = { taken: false } as const

/** Orders that one command cancels at most: more of them are work for several turns. */
export const CANCELLED_AT_ONCE = 100
