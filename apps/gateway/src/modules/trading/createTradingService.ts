import type { SpotBalance } from '@x/api'
import type { Clock } from '@x/kit'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { spotOwner } from '../../exchange/accounts/owner.ts'
import { PAPER_FUNDS } from '../../exchange/paper/paperFunds.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import type { OrderAnswer } from '../../exchange/state/effects.ts'
import type { Executed, TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { SPOT_ASSETS } from '../../exchange/instruments/symbols.ts'
import { assetView } from './views.ts'

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
  /** The same for a command that answers an order. */
  runOrder(command: ExchangeCommand): OrderAnswer
  /** Answers `value` when all that it may report is on disk. @throws GatewayError 00006 */
  confirm<T>(value: T): Promise<T>
  /** @throws GatewayError 00006 while the ledger is too far behind */
  assertCapacity(): void
  assets(trader: Trader): SpotBalance[]
}

/** More records than this waiting for the ledger: new orders are refused until it has caught up. */
const MAX_BACKLOG = 20_000

/**
 * A refusal before anything was taken: the client need not ask itself whether the order arrived.
 */
export const NEVER_TAKEN = { taken: false } as const

export function createTradingService({
  core,
  clock,
}: {
  core: TradingCore
  clock: Pick<Clock, 'now'>
}): TradingService {
  function run(command: ExchangeCommand): OrderAnswer | undefined {
    const { outcome } = execute(command)
    if ('refused' in outcome)
      throw new GatewayError(outcome.refused.code, outcome.refused.message, {
        data: outcome.refused.data,
      })
    return outcome.answer
  }

  function execute(command: ExchangeCommand): Executed {
    try {
      return core.execute(command)
    } catch (error) {
      throw core.paused()
        ? new GatewayError('00006', 'Trading is paused, please try again later', {
            data: NEVER_TAKEN,
            cause: error,
          })
        : error
    }
  }

  async function confirm<T>(value: T): Promise<T> {
    await core.durable().catch((cause: unknown) => {
      throw new GatewayError(
        '00006',
        'Trading is paused; look at your open orders before you try again',
        { cause },
      )
    })
    return value
  }

  return {
    core,
    run,
    runOrder(command) {
      const answer = run(command)
      if (!answer) throw new RangeError(`The command ${command.kind} answers no order.`)
      return answer
    },
    confirm,
    ensurePaperAccount({ realm, userId }) {
      if (realm === 'paper' && !core.state.paper.has(userId))
        run({ kind: 'paperOpen', at: clock.now(), userId, funds: PAPER_FUNDS })
    },
    assertCapacity() {
      if (core.backlog() > MAX_BACKLOG)
        throw new GatewayError('00006', 'Trading is paused for a moment, please try again', {
          data: NEVER_TAKEN,
        })
    },
    assets: ({ realm, userId }) =>
      SPOT_ASSETS.map((asset) => {
        const owned = core.state.accounts
          .ownedBy(realm, spotOwner(userId))
          .find((account) => account.asset === asset)
        return assetView(owned ?? { asset, balance: 0n, held: 0n })
      }),
  }
}
