import { formatUnits, parseUnits } from '@x/decimal'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { paymentKey } from '../../../exchange/funds/payments.ts'
import type { AskedPayment } from '../../../exchange/state/paymentCommand.ts'
import { invalidParameter } from '../../../platform/http/envelope.ts'
import { readAmount, required } from '../../../platform/http/requestFields.ts'
import type { Trading } from '../../trading/module.ts'
import { createIdempotency } from '../../trading/ports/idempotency.ts'
import { readAsset } from '../../trading/ports/readAsset.ts'

/** How numbers of conversions, payments and swaps are spelled in cursors. */
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

const NAMES: Readonly<Record<AskedPayment['kind'], string>> = {
  convert: 'conversion',
  send: 'payment',
  swap: 'swap',
}

/** Whether a request was run before. @throws GatewayError 40902 for another one under its key */
export function wasRun(
  { trading }: { readonly trading: Trading },
  request: Pick<AskedPayment, 'kind' | 'userId' | 'clientOid' | 'digest'>,
): boolean {
  const { isUsed } = createIdempotency({
    keys: trading.service.core.state.keys,
    what: NAMES[request.kind],
    answerOf: () => undefined,
  })
  return isUsed({ key: paymentKey(request), digest: request.digest })
}
