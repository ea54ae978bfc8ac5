/**
 * Shared test fixture: a browser whose tabs share storage, cookies, locks, channels and the device
 * service, with a manual clock.
 */
import type { Locks } from '@x/kit'
import {
  createManualClock,
  createManualVisibility,
  createMemoryChannels,
  createMemoryLocks,
  createMemoryStorage,
  createRecordingReporter,
  createSeededRandom,
} from '@x/kit/testing'
import { createDeviceId, type DeviceIdOptions } from '../createDeviceId.ts'
import { createFakeTokenService, type FakeAnswer } from '../testing.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const LOGIN = '/v1/user/login'

export interface BrowserOptions {
  readonly answer?: (request: number) => FakeAnswer
  readonly locks?: Locks | undefined
}

export function openBrowser({ answer, ...rest }: BrowserOptions = {}) {
  const clock = createManualClock()
  const service = createFakeTokenService({ clock, ...(answer ? { answer } : {}) })
  const storage = createMemoryStorage()
  const cookies = createMemoryStorage()
  const locks = 'locks' in rest ? rest.locks : createMemoryLocks()
  const openChannel = createMemoryChannels()
  let tabs = 0
  const openTab = (options: Partial<DeviceIdOptions> = {}) => {
    const visibility = createManualVisibility()
    const reporter = createRecordingReporter()
    const device = createDeviceId({
      storage: storage.openTab(),
      cookies,
      clock,
      visibility,
      random: createSeededRandom(++tabs),
      reporter,
      transport: service,
      appId: 'test',
      collectFingerprint: async () => 'f'.repeat(32),
      locks,
      openChannel,
      ...options,
    })
    return { device, visibility, reporter }
  }
  const start = clock.now()
  return {
    clock,
    service,
    storage,
    cookies,
    openTab,
    seconds: () => service.requests.map((at) => (at - start) / SECOND),
  }
}

export const fails: FakeAnswer = { fails: true }
export const hangs: FakeAnswer = { hangs: true }
