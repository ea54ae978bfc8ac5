import type { StoredAlert } from './alertRows.ts'

/** The alerts that wait: by user, and by instrument with the nearest price each way. */
export interface AlertIndex {
  add(alert: StoredAlert): void
  /** Takes an alert out; `false`: it was not there any more. */
  remove(alert: StoredAlert): boolean
  /** The newest first. */
  ofUser(userId: string): readonly StoredAlert[]
  /** Those that a price reaches. */
  reached(symbol: string, ticks: number): readonly StoredAlert[]
  symbols(): readonly string[]
}

interface SymbolAlerts {
  readonly alerts: Set<StoredAlert>
  /** The lowest price that waits for a rise, and the highest for a fall. */
  rise: number
  fall: number
}

const isReached = ({ direction, ticks: at }: StoredAlert, ticks: number): boolean =>
  direction === 'rise' ? ticks >= at : ticks <= at

export function createAlertIndex(): AlertIndex {
  const byUser = new Map<string, Set<StoredAlert>>()
  const bySymbol = new Map<string, SymbolAlerts>()

  const measure = (entry: SymbolAlerts): void => {
    entry.rise = Number.POSITIVE_INFINITY
    entry.fall = Number.NEGATIVE_INFINITY
    for (const { direction, ticks } of entry.alerts)
      if (direction === 'rise') entry.rise = Math.min(entry.rise, ticks)
      else entry.fall = Math.max(entry.fall, ticks)
  }

  return {
    add(alert) {
      const own = byUser.get(alert.userId) ?? new Set()
      byUser.set(alert.userId, own.add(alert))
      const entry = bySymbol.get(alert.symbol) ?? { alerts: new Set(), rise: 0, fall: 0 }
      entry.alerts.add(alert)
      bySymbol.set(alert.symbol, entry)
      measure(entry)
    },
    remove(alert) {
      const own = byUser.get(alert.userId)
      if (!own?.delete(alert)) return false
      if (own.size === 0) byUser.delete(alert.userId)
      const entry = bySymbol.get(alert.symbol)
      entry?.alerts.delete(alert)
      if (entry?.alerts.size === 0) bySymbol.delete(alert.symbol)
      else if (entry) measure(entry)
      return true
    },
    ofUser: (userId) => [...(byUser.get(userId) ?? [])].reverse(),
    reached(symbol, ticks) {
      const entry = bySymbol.get(symbol)
      // Of nearly every trade this comparison is all.
      if (!entry || (ticks < entry.rise && ticks > entry.fall)) return []
      return [...entry.alerts].filter((alert) => isReached(alert, ticks))
    },
    symbols: () => [...bySymbol.keys()],
  }
}
