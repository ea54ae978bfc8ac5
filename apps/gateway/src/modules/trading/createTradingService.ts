import type { Clock } from '@x/kit'
import { spotOwner } from '../../exchange/accounts/owner.ts'
import { PAPER_FUNDS } from '../../exchange/paper/paperFunds.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import type { Executed, TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { SPOT_ASSETS } from '../../exchange/instruments/symbols.ts'
import { refusalError } from './ports/refusals.ts'
import { assetView } from './ports/balances.ts'
import { NEVER_TAKEN, type Trader, type TradingService } from './ports/TradingService.ts'

/** More records than this waiting for the ledger: new orders are refused until it has caught up. */
const MAX_BACKLOG = 20_000

export function createTradingService({
  core,
  clock,
}: {
  core: TradingCore
  clock: Pick<Clock, 'now'>
}): TradingService {
  const runWithEffects = (command: ExchangeCommand) => doneBy(execute(command))
  const run = (command: ExchangeCommand) => runWithEffects(command).answer

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
    runWithEffects,
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
    assets: (trader) => spotAssetsOf(core.state, trader),
  }
}

/** @throws GatewayError for a refusal */
function doneBy({ outcome }: Executed) {
  if ('refused' in outcome) throw refusalError(outcome.refused)
  const { answer, effects } = outcome
  return { answer, effects }
}

/** All assets of the spot account; one that was never owned has a balance of 0. */
function spotAssetsOf({ accounts }: TradingCore['state'], { realm, userId }: Trader) {
  const owned = accounts.ownedBy(realm, spotOwner(userId))
  return SPOT_ASSETS.map((asset) =>
    assetView(owned.find((account) => account.asset === asset) ?? { asset, balance: 0n, held: 0n }),
  )
}
