import { type KeyValueStorage, type Random, randomHex } from '@x/kit'
import { isThirdParty, type ThirdParty } from '../../lib/config/thirdParties.ts'

/** A sign-in that has left for the third party's page, kept by the tab that left. */
export interface PendingTrip {
  readonly provider: ThirdParty
  readonly serialNO: string
  readonly state: string
  /** The query that the page stood with: it says where to go in the end. */
  readonly search: string
}

const KEY = 'x:third'

export function newState(random: Random): string {
  return randomHex(random, 16)
}

export function keepTrip(storage: KeyValueStorage, trip: PendingTrip): void {
  storage.set(KEY, JSON.stringify(trip))
}

/** The trip that this tab began, once. */
export function takeTrip(storage: KeyValueStorage): PendingTrip | undefined {
  const text = storage.get(KEY)
  storage.remove(KEY)
  try {
    const { provider, serialNO, state, search } = JSON.parse(text ?? '') as Record<string, unknown>
    if (!isThirdParty(provider) || typeof serialNO !== 'string' || typeof state !== 'string')
      return undefined
    return { provider, serialNO, state, search: typeof search === 'string' ? search : '' }
  } catch {
    return undefined
  }
}

/** Telegram repeats no state; its answer is fresh, signed, and serves once. */
export function isAnswerTo(
  trip: PendingTrip,
  { provider, state }: { readonly provider: ThirdParty; readonly state: string | undefined },
): boolean {
  return trip.provider === provider && (provider === 'tg' || trip.state === state)
}
