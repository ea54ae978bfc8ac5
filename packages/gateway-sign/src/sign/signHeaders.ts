import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import type { SigningKey } from '../key/createKeyRing.ts'
import type { WireProfile } from '../wire.ts'
import type { SignRule } from './signRules.ts'
import type { Stamp } from './stamp.ts'
import { stringToSign } from './stringToSign.ts'

export interface SignHeadersRequest extends Stamp {
  readonly path: string
  readonly body: string | null
}

export interface SignHeadersOptions {
  readonly rule: SignRule
  readonly key: SigningKey
  readonly suite: Pick<CryptoSuite, 'md5Hex'>
  readonly profile: WireProfile
}

/** The four `device-sign*` headers of one request (wire 1). */
export async function signHeaders(
  request: SignHeadersRequest,
  { rule, key, suite, profile }: SignHeadersOptions,
): Promise<Record<string, string>> {
  const { body } = request
  if (body === null && rule.fields.includes('body'))
    throw new GatewaySignError(
      'UNSIGNABLE_BODY',
      'The sign mode covers the body, and a form, blob or stream has no text to sign. Send JSON, ' +
        'or sign this path in a mode without the body.',
      { detail: { path: request.path } },
    )
  const text = stringToSign(rule.fields, { request: { ...request, body: body ?? '' }, profile })
  const { mode, dataMd5, keyId, signature } = profile.headers
  return {
    [mode]: rule.mode,
    [dataMd5]: suite.md5Hex(text),
    [keyId]: key.keyId,
    [signature]: await key.sign(text),
  }
}
