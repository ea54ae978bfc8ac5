/** A group of coins that the markets page lists on a tab of its own. */
export type Sector = 'layer1' | 'payments' | 'infrastructure' | 'meme'

/** What is known of a coin besides its prices. */
export interface Coin {
  readonly name: string
  readonly sector?: Sector
  /** Fill of the icon's disc, `#rrggbb`. */
  readonly colour: string
  /** The coin has a drawing at `/coins/<asset>.svg`; the others show their first letter. */
  readonly hasIcon: boolean
}

/** Coins by asset. The build draws an icon for each that has one; another gateway adds its own. */
export const COINS: Readonly<Record<string, Coin>> = {
  BTC: { name: 'Bitcoin', sector: 'layer1', colour: '#f7931a', hasIcon: true },
  ETH: { name: 'Ethereum', sector: 'layer1', colour: '#627eea', hasIcon: true },
  SOL: { name: 'Solana', sector: 'layer1', colour: '#8a5cf6', hasIcon: true },
  XRP: { name: 'XRP', sector: 'payments', colour: '#4a5363', hasIcon: true },
  DOGE: { name: 'Dogecoin', sector: 'meme', colour: '#b59a30', hasIcon: true },
  ADA: { name: 'Cardano', sector: 'layer1', colour: '#0f4fd0', hasIcon: true },
  LTC: { name: 'Litecoin', sector: 'payments', colour: '#345d9d', hasIcon: true },
  LINK: { name: 'Chainlink', sector: 'infrastructure', colour: '#2a5ada', hasIcon: true },
  SHIB: { name: 'Shiba Inu', sector: 'meme', colour: '#d9480f', hasIcon: true },
  USDT: { name: 'Tether', colour: '#26a17b', hasIcon: true },
  USDC: { name: 'USD Coin', colour: '#2775ca', hasIcon: true },
}
