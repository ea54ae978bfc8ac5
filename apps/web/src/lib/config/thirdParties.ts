/** Names of the wire; `oidc` is a provider of the operator's choice. */
export const THIRD_PARTIES = ['google', 'apple', 'tg', 'wallet', 'oidc'] as const
export type ThirdParty = (typeof THIRD_PARTIES)[number]

/**
 * Brands are written alike in every language; a wallet is a word of the catalog, and the operator
 * names the own provider.
 */
export const BRANDS: Readonly<Record<Exclude<ThirdParty, 'wallet' | 'oidc'>, string>> = {
  google: 'Google',
  apple: 'Apple',
  tg: 'Telegram',
}

export const isThirdParty = (text: unknown): text is ThirdParty =>
  THIRD_PARTIES.some((name) => name === text)
