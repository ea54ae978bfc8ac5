import type { api, RequestOf } from '@x/api'
import { parseUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { assetOn, atomsPerUnit, type Network, type NetworkAsset } from '../wallet/ports/networks.ts'

/** An asset on a network, and how much of it. */
export interface WithdrawalTerms {
  readonly network: Network
  readonly coin: NetworkAsset
  /** What leaves the account. */
  readonly atoms: bigint
}

const unknown = (field: string): GatewayError =>
  new GatewayError('40401', 'The asset is not on this network', { data: { field } })

/**
 * @throws GatewayError 40010, 40203 below the chain's unit, 40204 below the minimum, 40401
 */
export function readTerms(
  params: RequestOf<typeof api.withdrawals.quote>,
  networks: readonly Network[],
): WithdrawalTerms {
  const network = networks.find(({ id }) => id === params.network)
  if (!network) throw unknown('network')
  const coin = assetOn(network, params.asset)
  if (!coin) throw unknown('asset')
  const amount = required(readAmount(params, 'amount'), 'amount')
  const scale = scaleOf(coin.asset)
  const atoms = parseUnits(amount, scale)
  const field = { data: { field: 'amount' } }
  if (atoms === null || atoms % atomsPerUnit(coin) !== 0n)
    throw new GatewayError(
      '40203',
      `${coin.asset} has at most ${coin.decimals} decimals here`,
      field,
    )
  if (atoms <= 0n) throw invalidParameter('amount', 'amount must be above zero')
  const minimum = parseUnits(coin.minWithdraw, scale) ?? 0n
  if (atoms < minimum || atoms <= feeAtoms(coin))
    throw new GatewayError('40204', `At least ${coin.minWithdraw} ${coin.asset}`, {
      data: { field: 'amount', limit: coin.minWithdraw },
    })
  return { network, coin, atoms }
}

export const feeAtoms = (coin: NetworkAsset): bigint =>
  parseUnits(coin.withdrawFee, scaleOf(coin.asset)) ?? 0n

const TAG = /^[\x20-\x7e]{1,64}$/

/** @throws GatewayError 40010 */
export function readTag(fields: { readonly tag?: string }): string | undefined {
  const tag = given(fields.tag)
  if (tag !== undefined && !TAG.test(tag))
    throw malformedParameter('tag', 'tag must be 1 to 64 printable characters')
  return tag
}

/** @throws GatewayError 40010 */
export const readKey = (params: { readonly clientOid: string }): string =>
  required(readClientOid(params), 'clientOid')
