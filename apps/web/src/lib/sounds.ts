import type { PageServices } from './services/servicesContext.ts'
import { STORAGE_KEYS } from './storageKeys.ts'

/** Events that have a sound. */
export const SOUNDS = ['fills', 'triggers', 'cancels', 'alerts'] as const
export type Sound = (typeof SOUNDS)[number]

/** Stored as their names; `on` is all of them. */
export const hasSound = ({ storage }: Pick<PageServices, 'storage'>, sound: Sound): boolean => {
  const stored = storage.get(STORAGE_KEYS.sounds)
  return stored === 'on' || `${stored}`.split(' ').includes(sound)
}
