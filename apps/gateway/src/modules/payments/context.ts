import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock, Random } from '@x/kit'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { paymentKey } from '../../exchange/funds/payments.ts'
import type { PaymentCommand } from '../../exchange/state/paymentCommand.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { readAmount, required } from '../../platform/http/requestFields.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { readAsset } from '../trading/ports/readAsset.ts'

export interface PaymentsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly market: DisplayedMarket
  readonly stepUp: Pick<StepUp, 'spend'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

export interface Asked<Params> {
  readonly session: RequestSession
  readonly params: Params
}

/** How numbers of conversions and payments are spelled in cursors. */
export const CURSOR = /^\d{1,16}$/

export const amountText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

/** @throws GatewayError 40010 */
export const readAssetOf = (field: string, asset: string): string => {
  const found = readAsset({ asset })
  if (found === undefined) throw invalidParameter(field, `${field} is missing`)
  return found
}

/** @throws GatewayError 40010 */
export function readAtoms(params: { readonly amount: string }, asset: string): bigint {
  const atoms = parseUnits(required(readAmount(params, 'amount'), 'amount'), scaleOf(asset))
  if (atoms === null)
    throw invalidParameter('amount', `amount of ${asset} has at most ${scaleOf(asset)} decimals`)
  if (atoms <= 0n) throw invalidParameter('amount', 'amount must be above zero')
  return atoms
}

/** Whether a request was run before. @throws GatewayError 40902 for another one under its key */
export function wasRun(
  { trading }: Pick<PaymentsOptions, 'trading'>,
  request: Pick<PaymentCommand, 'kind' | 'userId' | 'clientOid' | 'digest'>,
): boolean {
  const { isUsed } = createIdempotency({
    keys: trading.service.core.state.keys,
    what: request.kind === 'convert' ? 'conversion' : 'payment',
    answerOf: () => undefined,
  })
  return isUsed({ key: paymentKey(request), digest: request.digest })
}
