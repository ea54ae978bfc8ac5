import { api } from '@x/api'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock, Random } from '@x/kit'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import { createOidcProvider } from '../third-party-login/oidcProvider.ts'
import { createTelegramProvider, telegramMac } from '../third-party-login/telegramProvider.ts'
import type { ThirdPartyProviders } from '../third-party-login/ports/ThirdPartyProvider.ts'
import { createDemoWallet, type DemoWallet } from './demoWallet.ts'

export interface DemoIdentityProvider extends GatewayModule {
  /** Apple, Google and Telegram as they would be configured, with this stand-in behind them. */
  readonly providers: ThirdPartyProviders
  /** An ID token over any claims: how tests make the wrong ones. */
  signIdToken(claims: JWTPayload): Promise<string>
  /** The answer of Telegram's widget over any fields. */
  signTelegram(fields: Readonly<Record<string, string | number>>): string
}

const LIFETIME_SECONDS = 300
const DIRECTORY = '/v1/dev/oauth'

/**
 * Stands in for Apple, Google and Telegram on a machine that has no registration with them, and
 * says so: it vouches for any claim it gets. It signs with keys of this run in the providers' own
 * forms, so that everything behind it verifies as it would for them. Development only.
 */
export function createDemoIdentityProvider({
  clock,
  random,
  store,
}: {
  clock: Pick<Clock, 'now'>
  random: Random
  store: TtlStore
}): DemoIdentityProvider {
  const botToken = `7000000001:${Buffer.from(random.bytes(26)).toString('base64url')}`
  const wallet = createDemoWallet(random)
  const { jwks, signIdToken } = createIdTokenSigner()

  const oidc = (provider: 'apple' | 'google') =>
    createOidcProvider({
      provider,
      issuer: issuerOf(provider),
      clientId: clientOf(provider),
      authorizeUrl: `${DIRECTORY}/idToken`,
      keys: async (header, token) => createLocalJWKSet(await jwks())(header, token),
      clock,
    })

  const signTelegram: DemoIdentityProvider['signTelegram'] = (fields) =>
    telegramToken(fields, { botToken })

  return {
    providers: {
      apple: oidc('apple'),
      google: oidc('google'),
      tg: createTelegramProvider({ botToken, store, clock }),
    },
    signIdToken,
    signTelegram,
    routes: [
      route(api.development.oauthKeys, jwks),
      route(api.development.idToken, async ({ body }) => {
        return { token: await signIdToken(claimsOf(body, { nowMs: clock.now() })) }
      }),
      route(api.development.telegramAnswer, async ({ body: { id, firstName } }) => ({
        token: signTelegram({
          id: Number(id),
          first_name: typeof firstName === 'string' ? firstName : 'Stand-in',
          auth_date: Math.floor(clock.now() / 1000),
        }),
      })),
      route(api.development.wallet, async ({ body }) => {
        const account = String(body['account'])
        return {
          address: wallet.address(account),
          signature: await walletSignature(wallet, { ...body, account }),
        }
      }),
    ],
  }
}

/** @throws GatewayError 40010 */
async function walletSignature(
  wallet: DemoWallet,
  {
    account,
    message,
    typedData,
  }: { readonly account: string; readonly message?: unknown; readonly typedData?: unknown },
): Promise<string | null> {
  if (typeof message === 'string') return wallet.sign(account, { message })
  if (typeof typedData !== 'string') return null
  return wallet.signTypedData(account, typedData).catch(() => {
    throw invalidParameter('typedData', 'typedData is no typed data')
  })
}

const issuerOf = (provider: string) => `urn:demo-provider:${provider}`
const clientOf = (provider: string) => `demo-provider-${provider}-client`

/** Signs with an RSA key of this run. */
function createIdTokenSigner() {
  let keyPair: ReturnType<typeof generateKeyPair> | undefined
  // Made when first needed: most runs never log in by a third party.
  const keys = () => (keyPair ??= generateKeyPair('RS256', { extractable: true }))
  return {
    jwks: async () => ({
      keys: [
        {
          ...(await exportJWK((await keys()).publicKey)),
          kid: 'demo-provider',
          use: 'sig',
          alg: 'RS256',
        },
      ],
    }),
    signIdToken: async (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'demo-provider' })
        .sign((await keys()).privateKey),
  }
}

/** The claims that the body asks for; any address counts as verified unless the body says no. */
function claimsOf(
  { provider, nonce, subject, email, emailVerified = true }: Readonly<Record<string, unknown>>,
  { nowMs }: { readonly nowMs: number },
): JWTPayload {
  const now = Math.floor(nowMs / 1000)
  const address = typeof email === 'string' ? { email, email_verified: emailVerified } : {}
  return {
    iss: issuerOf(String(provider)),
    aud: clientOf(String(provider)),
    sub: String(subject),
    nonce,
    iat: now,
    exp: now + LIFETIME_SECONDS,
    ...address,
  }
}

function telegramToken(
  fields: Parameters<DemoIdentityProvider['signTelegram']>[0],
  { botToken }: { readonly botToken: string },
): string {
  const hash = telegramMac(
    new Map(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    botToken,
  ).toString('hex')
  return Buffer.from(JSON.stringify({ ...fields, hash })).toString('base64url')
}
