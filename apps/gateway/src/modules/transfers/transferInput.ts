import type { TransferRequest } from '@x/api'
import { parseUnits } from '@x/decimal'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import type { TransferCommand } from '../../exchange/state/command.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { readAsset } from '../trading/ports/readAsset.ts'

export type TransferInput = Pick<
  TransferCommand,
  'clientOid' | 'fromUserId' | 'toUserId' | 'asset' | 'atoms'
>

/**
 * The fields of `POST /v1/asset/transfer`.
 * @throws GatewayError 40010 with the field that is wrong
 */
export function readTransfer(params: TransferRequest): TransferInput {
  const fromUserId = readUserId(params, 'fromUserId')
  const toUserId = readUserId(params, 'toUserId')
  const asset = required(readAsset(params), 'asset')
  const amount = required(readAmount(params, 'amount'), 'amount')
  // Without a key nobody could distinguish a repeated transfer from a second one, and what it moves
  // is money.
  const clientOid = required(readClientOid(params), 'clientOid')
  if (fromUserId === toUserId)
    throw invalidParameter(
      'toUserId',
      'The account that receives must be another one than the account that sends',
    )
  const scale = scaleOf(asset)
  const atoms = parseUnits(amount, scale)
  if (atoms === null)
    throw invalidParameter('amount', `amount of ${asset} has at most ${scale} decimals`)
  if (atoms <= 0n) throw invalidParameter('amount', 'amount must be above zero')
  return { clientOid, fromUserId, toUserId, asset, atoms: String(atoms) }
}

function readUserId(params: TransferRequest, field: 'fromUserId' | 'toUserId'): string {
  const id = required(given(params[field]), field)
  if (!/^[0-9]{10}$/.test(id)) throw malformedParameter(field, `${field} must be ten digits`)
  return id
}
