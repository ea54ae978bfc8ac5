import type { ValuationRates } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { createP2pIndex, type P2pIndex } from './ports/p2pIndex.ts'
import type { IsOperator, SecurityHold } from './ports/P2pPorts.ts'

export interface P2pOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly rates: ValuationRates
  readonly stepUp: Pick<StepUp, 'spend'>
  /** 32 bytes that payment methods are sealed with. */
  readonly sealKey: Uint8Array
  /** Default: no user has one. */
  readonly securityHold?: SecurityHold | undefined
  /** Default: nobody is one. */
  readonly isOperator?: IsOperator | undefined
}

/** What the parts of P2P trading share. */
export interface P2pContext extends P2pOptions {
  readonly index: P2pIndex
  /** SQL has everything executed so far. */
  caughtUp(): Promise<void>
  /**
   * Before coins are put aside or let go.
   * @throws GatewayError 40301 without a key, 40302 after a change of the security or by QR log-in
   */
  assertMayTrade(session: RequestSession): Promise<void>
}

export function createP2pContext(options: P2pOptions): P2pContext {
  const { db, clock, trading, securityHold } = options
  return {
    ...options,
    index: createP2pIndex(options),
    caughtUp: () => ledgerCaughtUp({ db, trading: trading.service, clock }),
    async assertMayTrade(session) {
      const now = clock.now()
      assertBoundKey(session)
      await assertMayMoveFunds(db, { sessionId: session.sessionId, now })
      const left = ((await securityHold?.(session.userId)) ?? 0) - now
      if (left > 0)
        throw new GatewayError('40302', 'P2P trading is on hold after a change of the security', {
          data: { retryAfter: Math.ceil(left / 1000) },
        })
    },
  }
}
