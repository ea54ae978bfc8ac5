import { createMemoryStorage } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { hasSound, SOUNDS } from './sounds.ts'
import { STORAGE_KEYS } from './storageKeys.ts'

it.each([
  [null, []],
  ['off', []],
  ['on', [...SOUNDS]],
  ['fills alerts', ['fills', 'alerts']],
  ['bells cancels', ['cancels']],
])('reads which events have a sound from %j', (stored, events) => {
  const storage = createMemoryStorage()
  if (stored !== null) storage.set(STORAGE_KEYS.sounds, stored)
  expect(SOUNDS.filter((each) => hasSound({ storage }, each))).toEqual(events)
})
