import { createDeviceId } from '@x/device-id'
import { createFakeTokenService } from '@x/device-id/testing'
import { createManualVisibility, createMemoryLocks, createMemoryStorage } from '@x/kit/testing'
import { browserPorts } from '@x/kit/browser'

// In a page: all ports of browserPorts(), createStorage() and createCookieStorage() of @x/storage,
// and a fetch of DEVICE_TOKEN_PATH.
const { clock, random, reporter } = browserPorts()
const device = createDeviceId({
  clock,
  random,
  reporter,
  visibility: createManualVisibility(),
  locks: createMemoryLocks(),
  storage: createMemoryStorage(),
  cookies: createMemoryStorage(),
  transport: createFakeTokenService({
    clock,
    answer: () => ({ token: 'a'.repeat(40), afterMs: 20 }),
  }),
  appId: 'test',
  collectFingerprint: async () => 'f'.repeat(32),
})

device.subscribe(() => console.log('device token:', device.getState()))
console.log('terminal code of', device.terminalCode().length, 'digits')
console.log('for the log-in:', await device.tokenFor('/v1/user/login'))
console.log('for prices:', await device.tokenFor('/v1/spot/public/symbols'))
device.dispose()
