/** Our registrations with third parties; what is absent is not offered. */
export interface ThirdPartySettings {
  readonly googleClientId?: string
  readonly appleClientId?: string
  readonly telegramBotToken?: string
}

/** @throws Error that names the variable that cannot be used. */
export function readThirdPartySettings(
  value: (name: string) => string | undefined,
): ThirdPartySettings {
  const googleClientId = value('GOOGLE_CLIENT_ID')
  const appleClientId = value('APPLE_CLIENT_ID')
  const telegramBotToken = value('TELEGRAM_BOT_TOKEN')
  // The value itself is a secret and stays out of the message.
  if (telegramBotToken !== undefined && !/^[0-9]+:[A-Za-z0-9_-]+$/.test(telegramBotToken))
    throw new Error('TELEGRAM_BOT_TOKEN does not have the form <number>:<letters>.')
  return {
    ...(googleClientId ? { googleClientId } : {}),
    ...(appleClientId ? { appleClientId } : {}),
    ...(telegramBotToken ? { telegramBotToken } : {}),
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
