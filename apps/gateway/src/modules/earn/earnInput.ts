import { parseUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { readAmount, required } from '../../platform/http/requestFields.ts'

/** An amount of the asset above zero, in atoms. @throws GatewayError 40010 */
export function readAtoms(params: { readonly amount: string }, asset: string): bigint {
  const amount = required(readAmount(params, 'amount'), 'amount')
  const atoms = parseUnits(amount, scaleOf(asset))
  if (atoms === null)
    throw invalidParameter('amount', `amount of ${asset} has at most ${scaleOf(asset)} decimals`)
  if (atoms <= 0n) throw invalidParameter('amount', 'amount must be above zero')
  return atoms
}
