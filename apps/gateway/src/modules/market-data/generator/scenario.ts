/** What a scenario does to one step of a pair, on top of its own random walk. */
export interface Move {
  /** Added to the log price. */
  readonly drift: number
  /** Times the pair's volatility and its takers' rate. */
  readonly volatility: number
  readonly rate: number
  /** Added to the chance that a taker buys. */
  readonly lean: number
  /** The makers leave the book and quote anew around the price of now, all at once. */
  readonly isRequoted: boolean
}

/**
 * A pure function of the source's time since the start in ms and the length of a step: equal times
 * give equal markets.
 */
export type Scenario = (atMs: number, stepMs: number) => Move

const STILL: Move = { drift: 0, volatility: 1, rate: 1, lean: 0, isRequoted: false }
const MINUTE = 60_000

/**
 * `normal`: regimes alone. Times are of the source, so that a faster market comes to its crash
 * sooner.
 */
export const SCENARIOS = {
  normal: () => STILL,
  calm: () => ({ ...STILL, volatility: 0.35, rate: 0.5 }),
  trend,
  'flash-crash': flashCrash,
  gap,
  liquidation,
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof SCENARIOS
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[]
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name)

/** Two per cent up in a quarter of an hour, then as far down. */
function trend(atMs: number, stepMs: number): Move {
  const turn = 15 * MINUTE
  const sign = Math.floor(atMs / turn) % 2 === 0 ? 1 : -1
  return { ...STILL, drift: (sign * 0.02 * stepMs) / turn, lean: sign * 0.18 }
}

/**
 * After a minute, and then every ten: eight per cent down in ten seconds while the makers flee, and
 * nine tenths of it back within a minute.
 */
function flashCrash(atMs: number, stepMs: number): Move {
  const [FALL, RETURN] = [10_000, MINUTE]
  const since = (atMs - MINUTE) % (10 * MINUTE)
  if (atMs < MINUTE || since >= FALL + RETURN) return STILL
  const depth = Math.log(1 - 0.08)
  if (since < FALL)
    return {
      drift: (depth * stepMs) / FALL,
      volatility: 3,
      rate: 4,
      lean: -0.35,
      isRequoted: true,
    }
  return {
    drift: (-0.9 * depth * stepMs) / RETURN,
    volatility: 2,
    rate: 2,
    lean: 0.15,
    isRequoted: since % 1_000 < stepMs,
  }
}

/**
 * After a minute, and then every five: nobody trades for three seconds, and the next quotes stand
 * two per cent away, down and up in turn.
 */
function gap(atMs: number, stepMs: number): Move {
  const since = (atMs - MINUTE) % (5 * MINUTE)
  if (atMs < MINUTE || since >= 3_000) return STILL
  const isLast = since + stepMs >= 3_000
  if (!isLast) return { ...STILL, volatility: 0, rate: 0 }
  const sign = Math.floor((atMs - MINUTE) / (5 * MINUTE)) % 2 === 0 ? -1 : 1
  return { ...STILL, drift: sign * 0.02, rate: 0, isRequoted: true }
}

/**
 * After a minute, and then every ten: twelve per cent within half a minute, down and up in turn,
 * with makers on the way, so that liquidations trade; three minutes there, and back within three.
 */
function liquidation(atMs: number, stepMs: number): Move {
  const [MOVE, STAY, RETURN] = [30_000, 3 * MINUTE, 3 * MINUTE]
  const since = (atMs - MINUTE) % (10 * MINUTE)
  if (atMs < MINUTE || since >= MOVE + STAY + RETURN) return STILL
  const sign = Math.floor((atMs - MINUTE) / (10 * MINUTE)) % 2 === 0 ? -1 : 1
  const depth = Math.log(1 + sign * 0.12)
  const isRequoted = since % 1_000 < stepMs
  if (since < MOVE)
    return { drift: (depth * stepMs) / MOVE, volatility: 2, rate: 5, lean: sign * 0.35, isRequoted }
  if (since < MOVE + STAY) return { ...STILL, volatility: 2, rate: 2 }
  return {
    drift: (-depth * stepMs) / RETURN,
    volatility: 1.5,
    rate: 2,
    lean: -sign * 0.1,
    isRequoted,
  }
}
