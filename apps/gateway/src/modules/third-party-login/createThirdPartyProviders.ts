import type { Clock } from '@x/kit'
import { createRemoteJWKSet } from 'jose'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { createOidcProvider } from './oidcProvider.ts'
import { createTelegramProvider } from './telegramProvider.ts'
import { CHALLENGE_MS } from './thirdPartyTickets.ts'
import type { ThirdPartyProviders } from './ports/ThirdPartyProvider.ts'
import type { OidcSettings, ThirdPartySettings } from './thirdPartySettings.ts'
import { createWalletProvider } from './walletProvider.ts'

/** The two publish their keys; the library fetches, caches and turns them over. */
const OIDC = {
  google: {
    issuer: 'https://accounts.google.com',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    keys: 'https://appleid.apple.com/auth/keys',
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
  },
} as const
const KEYS_TIMEOUT_MS = 5_000

export interface ThirdPartyProvidersOptions {
  readonly settings: ThirdPartySettings
  readonly store: TtlStore
  readonly clock: Pick<Clock, 'now'>
}

/** The third parties that the settings name, and the wallet, which needs none. */
export function createThirdPartyProviders({
  settings,
  store,
  clock,
}: ThirdPartyProvidersOptions): ThirdPartyProviders {
  const { googleClientId, appleClientId, telegramBotToken, oidc: own } = settings
  const oidc = (
    provider: 'google' | 'apple' | 'oidc',
    { clientId, issuer, keys, authorizeUrl }: Omit<OidcSettings, 'name'>,
  ) =>
    createOidcProvider({
      provider,
      issuer,
      clientId,
      authorizeUrl,
      keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: KEYS_TIMEOUT_MS }),
      clock,
    })
  return {
    wallet: createWalletProvider({ clock, lifetimeMs: CHALLENGE_MS }),
    ...(googleClientId
      ? { google: oidc('google', { ...OIDC.google, clientId: googleClientId }) }
      : {}),
    ...(appleClientId ? { apple: oidc('apple', { ...OIDC.apple, clientId: appleClientId }) } : {}),
    ...(own ? { oidc: oidc('oidc', own) } : {}),
    ...(telegramBotToken
      ? { tg: createTelegramProvider({ botToken: telegramBotToken, store, clock }) }
      : {}),
  }
}
