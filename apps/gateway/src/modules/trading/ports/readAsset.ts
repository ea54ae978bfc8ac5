import { ASSET_SCALES } from '../../../exchange/instruments/symbols.ts'
import { malformedParameter } from '../../../platform/http/envelope.ts'
import { given } from '../../../platform/http/requestFields.ts'

/** One of the assets, or not given. @throws GatewayError 40010 */
export function readAsset(fields: { readonly asset?: string }): string | undefined {
  const asset = given(fields.asset)
  if (asset !== undefined && !Object.hasOwn(ASSET_SCALES, asset))
    throw malformedParameter(
      'asset',
      `asset must be one of ${Object.keys(ASSET_SCALES).join(', ')}`,
    )
  return asset
}
