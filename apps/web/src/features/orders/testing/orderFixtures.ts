import type { SpotOrder, SpotPosition, SpotSymbol } from '../../../data/spot/model.ts'

/** A pair of this base against USDT. */
export const pairOf = (base: string): SpotSymbol => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
})

/** A resting order to buy 0.01 BTC at 60,000. */
export const openOrder = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  orderId: '1',
  clientOid: 'w1',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  price: '60000.00',
  size: '0.01000',
  sizeUnit: 'base',
  status: 'open',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 1_750_000_000_000,
  updatedAt: 1_750_000_000_000,
  ...changes,
})

/** Two bitcoins, of which one was bought here at 50,000. */
export const holding = (changes: Partial<SpotPosition> = {}): SpotPosition => ({
  asset: 'BTC',
  available: '2',
  held: '0',
  symbol: 'BTCUSDT',
  marketPrice: '60000',
  avgBuyPrice: '50000.00',
  cost: '50000.00',
  buyPrice: '50000',
  buyDelegateCount: '1',
  buyDealCount: '1',
  dealCount: '0',
  holdCount: '2',
  trackingType: 0,
  pricePlace: 2,
  quotePrecision: 2,
  ...changes,
})
