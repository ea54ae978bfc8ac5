import { api } from '@x/api'
import { parseUnits } from '@x/decimal'
import type { Clock, TimerHandle } from '@x/kit'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { EarnPosition } from '../../exchange/state/productsState.ts'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createDayCount } from './createDayCount.ts'
import { createEarnPool } from './createEarnPool.ts'
import { createEarnService } from './createEarnService.ts'
import { EARN_PRODUCTS, type EarnProductTerms } from './earnProducts.ts'
import type { EarnPool } from './ports/EarnPool.ts'

export interface EarnOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Default: those of the reference gateway. */
  readonly products?: readonly EarnProductTerms[] | undefined
  /** What the pool gets once, from the issuance account, by asset. Default: nothing. */
  readonly pool?: Readonly<Record<string, string>> | undefined
}

const LOOK_MS = 60_000

export interface EarnModule extends GatewayModule {
  /** Of operators, who fill it. */
  readonly pool: EarnPool
}

/**
 * What somebody has keeps its asset and its term: other ones need an id of their own.
 * @throws Error that names the product
 */
function assertSameKind(
  products: readonly EarnProductTerms[],
  positions: Iterable<Pick<EarnPosition, 'productId' | 'asset' | 'days'>>,
): void {
  const offered = new Map(products.map((terms) => [terms.id, terms]))
  for (const { productId, asset, days } of positions) {
    const terms = offered.get(productId)
    if (terms && (terms.asset !== asset || terms.days !== days))
      throw new Error(`Somebody has the earn product ${productId} in ${asset} for ${days} days.`)
  }
}

/** Earn products (products 3): subscriptions, redemptions, and interest once a UTC day. */
export function createEarnModule(options: EarnOptions): EarnModule {
  const { trading, clock, log, pool = {}, products = EARN_PRODUCTS } = options
  const { service } = trading
  const { read, write } = createPrivateRoutes(service)
  assertSameKind(products, service.core.state.products.positions.values())
  const days = createDayCount({ service, clock, products })
  const earn = createEarnService({ ...options, products, days })
  let timer: TimerHandle | undefined
  let isStopped = false

  function fundPool(): void {
    for (const [asset, amount] of Object.entries(pool)) {
      const key = `pool:${asset}`
      const atoms = parseUnits(amount, scaleOf(asset))
      if (atoms !== null && !service.core.state.grants.has(`live:earn:${key}`))
        service.run({ kind: 'earnFund', at: clock.now(), key, asset, atoms: String(atoms) })
    }
  }

  function look(): void {
    days
      .countAll()
      .catch((error: unknown) =>
        log.error('Interest could not be counted; it is made up later, in order', {
          error: String(error),
        }),
      )
      .finally(() => {
        if (!isStopped) timer = clock.after(LOOK_MS, look)
      })
  }
  timer = clock.after(LOOK_MS, look)
  fundPool()

  return {
    pool: createEarnPool({ ...options, service, products }),
    routes: [
      route(api.earn.products, async () => earn.products()),
      write(api.earn.subscribe, (session, params) => earn.subscribe(session, params)),
      write(api.earn.redeem, (session, params) => earn.redeem(session, params)),
      write(api.earn.autoRenew, (session, params) => earn.autoRenew(session, params)),
      read(api.earn.positions, async (session) => service.confirm(earn.positions(session))),
      read(api.earn.history, (session, params) => earn.history(session, params)),
    ],
    async stop() {
      isStopped = true
      timer?.cancel()
      await days.stop()
    },
  }
}
