import type { Paths, RequestOf } from '@x/api'

/** A passkey, or a signature of one, as the contract has it. */
export type PasskeyCredential = RequestOf<
  Paths['POST /v1/user/security/fido2/register']
>['credential']

/**
 * The browser's passkeys, in the JSON forms of WebAuthn level 3. Both reject when the user or the
 * browser declines.
 */
export interface Passkeys {
  /** A signature over the challenge in `options`; the server made them. */
  get(options: object): Promise<PasskeyCredential>
  /** A new passkey. */
  create(options: object): Promise<PasskeyCredential>
}

export const browserPasskeys: Passkeys = {
  async get(options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    )
    return toJson(await navigator.credentials.get({ publicKey }))
  },
  async create(options) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    return toJson(await navigator.credentials.create({ publicKey }))
  },
}

function toJson(credential: Credential | null): PasskeyCredential {
  if (!(credential instanceof PublicKeyCredential))
    throw new TypeError('The browser gave no passkey')
  return credential.toJSON() as PasskeyCredential
}
