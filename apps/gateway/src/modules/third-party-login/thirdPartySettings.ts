/** Our registrations with third parties; what is absent is not offered. */
export interface ThirdPartySettings {
  readonly googleClientId?: string
  readonly appleClientId?: string
  readonly telegramBotToken?: string
  readonly oidc?: OidcSettings
}

/** Our registration with an OpenID Connect provider of the operator's choice. */
export interface OidcSettings {
  /** What the page calls it. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Where the page sends the user. */
  readonly authorizeUrl: string
  /** Where the provider publishes its keys. */
  readonly keys: string
}

const OIDC_VARIABLES = {
  name: 'OIDC_NAME',
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  authorizeUrl: 'OIDC_AUTHORIZE_URL',
  keys: 'OIDC_KEYS_URL',
} as const
/** A provider on this machine may stand in for one while developing. */
const IS_ADDRESS = /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/

/** All of it or none. @throws Error that names the variable that cannot be used. */
function readOidcSettings(value: (name: string) => string | undefined): OidcSettings | undefined {
  const names = Object.values(OIDC_VARIABLES)
  const absent = names.filter((name) => value(name) === undefined)
  if (absent.length === names.length) return undefined
  if (absent.length > 0) throw new Error(`${absent.join(', ')} must be set beside the others.`)
  const read = (key: keyof OidcSettings) => value(OIDC_VARIABLES[key]) ?? ''
  for (const key of ['issuer', 'authorizeUrl', 'keys'] as const)
    if (!IS_ADDRESS.test(read(key)) || !URL.canParse(read(key)))
      throw new Error(`${OIDC_VARIABLES[key]} must be https://…, or http:// on this machine.`)
  const name = read('name')
  if (name.length > 40) throw new Error('OIDC_NAME may have at most 40 characters.')
  return {
    name,
    issuer: read('issuer'),
    clientId: read('clientId'),
    authorizeUrl: read('authorizeUrl'),
    keys: read('keys'),
  }
}

/** @throws Error that names the variable that cannot be used. */
export function readThirdPartySettings(
  value: (name: string) => string | undefined,
): ThirdPartySettings {
  const googleClientId = value('GOOGLE_CLIENT_ID')
  const appleClientId = value('APPLE_CLIENT_ID')
  const telegramBotToken = value('TELEGRAM_BOT_TOKEN')
  const oidc = readOidcSettings(value)
  // The value itself is a secret and stays out of the message.
  if (telegramBotToken !== undefined && !/^[0-9]+:[A-Za-z0-9_-]+$/.test(telegramBotToken))
    throw new Error('TELEGRAM_BOT_TOKEN does not have the form <number>:<letters>.')
  return {
    ...(googleClientId ? { googleClientId } : {}),
    ...(appleClientId ? { appleClientId } : {}),
    ...(telegramBotToken ? { telegramBotToken } : {}),
    ...(oidc ? { oidc } : {}),
  }
}

/** The origin of the site, `https://trade.example`. @throws Error that names the variable. */
export function readPublicOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !['https:', 'http:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.username !== ''
  )
    throw new Error(
      `PUBLIC_ORIGIN is ${JSON.stringify(text)}; it must be an origin such as ` +
        'https://trade.example.',
    )
  return url.origin
}
