import type { Captcha } from '@x/captcha'
import { createDeviceId, PROTECTED_ENDPOINTS } from '@x/device-id'
import { LOCALE_TABLE } from '@x/locale'
import type { RequestClient } from '@x/request'
import type { AppConfig } from '../../lib/config/config.ts'
import { loadOnce } from '../../lib/loadOnce.ts'
import type { Platform } from '../platform.ts'
import type { LanguageServices } from './languageServices.ts'

/** Requests go through the device token, which itself sends requests. */
interface LateClient {
  readonly config: AppConfig
  readonly client: () => RequestClient
}

/** What the specification names (spec 7.9), and the changes of API keys. */
const WITH_DEVICE_TOKEN = [
  ...PROTECTED_ENDPOINTS,
  ...['create', 'change', 'remove'].map((verb) => `/v1/user/api/${verb}`),
]

/** The identity of this device. */
export const createDevice = (platform: Platform, { config, client }: LateClient) =>
  createDeviceId({
    storage: platform.storage,
    cookies: platform.deviceCookies,
    clock: platform.clock,
    visibility: platform.visibility,
    random: platform.random,
    reporter: platform.reporter,
    locks: platform.locks,
    openChannel: platform.openChannel,
    appId: config.deviceAppId,
    ...(config.legacyTerminalCode && { legacyTerminalCode: config.legacyTerminalCode }),
    loadSdk: platform.loadDeviceSdk,
    protectedEndpoints: WITH_DEVICE_TOKEN,
    collectFingerprint: platform.collectFingerprint,
    // The identity sets its own limits by the signal; a shorter one of the client would end the
    // wait for a late token (D3).
    transport: {
      fetchToken: ({ appId, signal }) =>
        client().get<string>('/constantid/udid/c1', {
          data: { appId },
          responseType: 'text',
          bare: true,
          silent: true,
          access: 'public',
          signal,
          timeoutMs: 30_000,
        }),
    },
  })

/**
 * The security check. Fetched with the first action that needs one; after a failed fetch the next
 * action tries again.
 */
export const createCaptchaLoader = (
  { clock, reporter, captchaProvider }: Platform,
  { client, locale }: Pick<LanguageServices, 'locale'> & { readonly client: RequestClient },
) =>
  loadOnce(async (): Promise<Captcha> => {
    const [{ createCaptcha }, provider] = await Promise.all([
      import('@x/captcha'),
      captchaProvider(),
    ])
    return createCaptcha({
      clock,
      reporter,
      provider,
      language: () => LOCALE_TABLE[locale()].geetest,
      transport: {
        getCaptchaId: (data, { signal }) =>
          client.post('/security/policy/captcha/get-captcha-id', {
            data,
            signal,
            responseType: 'json',
            silent: true,
          }),
        checkCaptcha: (data, { signal }) =>
          client.post('/security/policy/captcha/check-captcha', {
            data,
            signal,
            responseType: 'json',
            silent: true,
          }),
      },
    })
  })
