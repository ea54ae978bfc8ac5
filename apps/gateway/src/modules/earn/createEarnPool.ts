import type { Clock } from '@x/kit'
import { EARN_POOL } from '../../exchange/products/earn.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { readAtoms } from './earnInput.ts'
import type { EarnProductTerms } from './earnProducts.ts'
import { amountText } from './earnViews.ts'
import type { EarnPool } from './ports/EarnPool.ts'
import { fillingsOf } from './queries.ts'

const KEY = /^[\w-]{1,64}$/
const TREASURY = 'treasury'

export interface EarnPoolOptions {
  readonly service: TradingService
  readonly db: Database
  readonly clock: Clock
  readonly products: readonly EarnProductTerms[]
}

export function createEarnPool(options: EarnPoolOptions): EarnPool {
  const { service, db, clock, products } = options
  const { accounts, products: state } = service.core.state
  const termsOf = (): readonly { readonly productId: string; readonly asset: string }[] => [
    ...products.map(({ id, asset }) => ({ productId: id, asset })),
    ...state.positions.values(),
  ]
  const assets = () => [...new Set(termsOf().map(({ asset }) => asset))]
  const caughtUp = () => ledgerCaughtUp({ db, trading: service, clock })
  return {
    assets: () =>
      assets().map((asset) => ({
        asset,
        balance: amountText(accounts.spendable('live', EARN_POOL, asset), asset),
        treasury: amountText(accounts.spendable('live', TREASURY, asset), asset),
        paused: [...state.paused].filter((productId) =>
          termsOf().some((terms) => terms.productId === productId && terms.asset === asset),
        ),
      })),
    async fillings() {
      // Operators see their pages also while the ledger is behind.
      await caughtUp().catch(() => {})
      return fillingsOf(db)
    },
    async fill({ asset, key, ...params }) {
      if (!assets().includes(asset))
        throw invalidParameter('asset', 'No product pays interest in this asset')
      if (!KEY.test(key)) throw invalidParameter('key', 'key is 1 to 64 letters, digits, _ or -')
      const atoms = readAtoms(params, asset)
      const text = `${amountText(atoms, asset)} ${asset}, key ${key}`
      const name = `operator:${key}`
      if (service.core.state.grants.has(`live:earn:${name}`)) {
        await caughtUp()
        const [before] = await fillingsOf(db, { key: name })
        if (before?.asset !== asset || before.amount !== amountText(atoms, asset))
          throw new GatewayError('40902', 'The key was used for another asset or amount')
        return `filled before: ${text}`
      }
      const at = clock.now()
      const from = TREASURY
      service.run({ kind: 'earnFund', at, key: name, asset, atoms: String(atoms), from })
      return service.confirm(`filled: ${text}`)
    },
  }
}
