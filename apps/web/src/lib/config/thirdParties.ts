/** Names of the wire. */
export const THIRD_PARTIES = ['google', 'apple', 'tg', 'wallet'] as const
export type ThirdParty = (typeof THIRD_PARTIES)[number]

/** Brands are written alike in every language; a wallet is a word of the catalog. */
export const BRANDS: Readonly<Record<Exclude<ThirdParty, 'wallet'>, string>> = {
  google: 'Google',
  apple: 'Apple',
  tg: 'Telegram',
}

export const isThirdParty = (text: unknown): text is ThirdParty =>
  THIRD_PARTIES.some((name) => name === text)
