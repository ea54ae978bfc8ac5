/**
 * How one pair behaves in the generated market. Start prices are those of a day in 2024, in ticks
 * of the pair.
 */
export interface MarketProfile {
  readonly startTicks: number
  /** Standard deviation of the log price over one second in the normal regime. */
  readonly volatility: number
  /** Takers a second when nothing excites the market. */
  readonly takerRate: number
  /** Half the spread the makers aim for, as a share of the price. */
  readonly halfSpread: number
  /** Typical size of an order, in lots. */
  readonly typicalLots: number
}

export const MARKET_PROFILES: Readonly<Record<string, MarketProfile>> = {
  BTCUSDT: {
    startTicks: 6_183_763,
    volatility: 0.00003,
    takerRate: 1.2,
    halfSpread: 0.000012,
    typicalLots: 6_000,
  },
  ETHUSDT: {
    startTicks: 268_342,
    volatility: 0.00004,
    takerRate: 0.9,
    halfSpread: 0.00002,
    typicalLots: 8_000,
  },
  SOLUSDT: {
    startTicks: 15_534,
    volatility: 0.00005,
    takerRate: 0.6,
    halfSpread: 0.00007,
    typicalLots: 12_000,
  },
  XRPUSDT: {
    startTicks: 6_158,
    volatility: 0.000045,
    takerRate: 0.5,
    halfSpread: 0.00012,
    typicalLots: 9_000,
  },
  DOGEUSDT: {
    startTicks: 10_412,
    volatility: 0.00006,
    takerRate: 0.5,
    halfSpread: 0.00012,
    typicalLots: 8_000,
  },
  ADAUSDT: {
    startTicks: 3_467,
    volatility: 0.00005,
    takerRate: 0.4,
    halfSpread: 0.00018,
    typicalLots: 14_000,
  },
  LTCUSDT: {
    startTicks: 6_121,
    volatility: 0.000045,
    takerRate: 0.4,
    halfSpread: 0.00018,
    typicalLots: 5_000,
  },
  LINKUSDT: {
    startTicks: 1_042,
    volatility: 0.00005,
    takerRate: 0.4,
    halfSpread: 0.0006,
    typicalLots: 6_000,
  },
  SHIBUSDT: {
    startTicks: 1_397,
    volatility: 0.00006,
    takerRate: 0.4,
    halfSpread: 0.0005,
    typicalLots: 90_000_000,
  },
}
