import type { ThirdParty } from '../../lib/config/thirdParties.ts'
import type { BegunSignIn, ThirdPartyProof } from '../../data/third-party/api.ts'

interface Trip {
  readonly begun: BegunSignIn
  /** Where the third party sends the browser back to, without a fragment. */
  readonly returnTo: string
  /** Comes back as it is: an answer that this page did not ask for is not taken. */
  readonly state: string
}

const TELEGRAM = 'https://oauth.telegram.org/auth'

/**
 * What differs between those that speak OpenID Connect. Apple gives a fragment only for as long
 * as no scope is asked for, and then no e-mail address.
 */
const OIDC = {
  google: { response_type: 'id_token', scope: 'openid email' },
  apple: { response_type: 'code id_token', response_mode: 'fragment' },
  oidc: { response_type: 'id_token', scope: 'openid email' },
} as const

/**
 * The third party's own page for a sign-in, which the whole tab goes to: a window of its own would
 * lose sight of this one under `Cross-Origin-Opener-Policy: same-origin`. `undefined` where the
 * gateway's answer does not name it.
 */
export function authorizeAddress(
  provider: Exclude<ThirdParty, 'wallet'>,
  { begun, returnTo, state }: Trip,
): string | undefined {
  if (provider === 'tg') {
    if (begun.botId === undefined) return undefined
    const parameters = new URLSearchParams({
      bot_id: begun.botId,
      origin: new URL(returnTo).origin,
      return_to: returnTo,
    })
    return `${TELEGRAM}?${parameters.toString()}`
  }
  const { authorizeUrl, clientId, nonce } = begun
  if (authorizeUrl === undefined || clientId === undefined || !authorizeUrl.startsWith('https://'))
    return undefined
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: returnTo,
    nonce,
    state,
    ...OIDC[provider],
  })
  return `${authorizeUrl}?${parameters.toString()}`
}

export interface Returned {
  readonly proof: ThirdPartyProof | undefined
  readonly state: string | undefined
}

/**
 * What a third party wrote behind the address. Without a proof the user declined, or something went
 * wrong there.
 */
export function readReturn(hash: string): Returned | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const token = fields.get('id_token') ?? fields.get('tgAuthResult')
  if (!token && !fields.has('error')) return undefined
  return {
    proof: token && token !== 'false' ? { token: toBase64Url(token) } : undefined,
    state: fields.get('state') ?? undefined,
  }
}

/**
 * Telegram writes plain base64, where a fragment turns `+` into a space; ID tokens have neither.
 */
const toBase64Url = (text: string): string =>
  text.replace(/[+ ]/g, '-').replace(/\//g, '_').replace(/=+$/, '')
