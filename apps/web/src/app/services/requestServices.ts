import type { DeviceId } from '@x/device-id'
import { LOCALE_TABLE, requestLanguageType } from '@x/locale'
import {
  createRequestClient,
  createServerClock,
  type RequestClient,
  type ServerClock,
  standardMiddlewares,
} from '@x/request'
import { createSessionGuard } from '../../data/session/sessionGuard.ts'
import type { AppConfig } from '../../lib/config/config.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { createErrorPresenter } from '../errorPresenter.ts'
import type { Platform } from '../platform.ts'
import type { AppCallbacks } from './appCallbacks.ts'
import { createDevice } from './deviceServices.ts'
import type { LanguageServices } from './languageServices.ts'
import { type LateSign, lateSign } from './lateSign.ts'

interface RequestContext {
  readonly config: AppConfig
  readonly links: AppCallbacks
  readonly language: LanguageServices
  /** Where refusals are shown. */
  readonly notices: Pick<Parameters<typeof createErrorPresenter>[0], 'toasts' | 'log'>
}

/** Fetches the code that signs; who is logged in needs it at once. */
export const fetchSign = () => import('./createSign.ts')

/** The client, and the signature, device token and clock that its requests go through. */
export function createRequestServices(platform: Platform, context: RequestContext) {
  const { clock } = platform
  const { config } = context
  const serverClock = createServerClock({ clock })
  const late: { client?: RequestClient } = {}
  const lateClient = (): RequestClient => {
    if (!late.client) throw new Error('a request was sent before its client was made')
    return late.client
  }
  const sign = lateSign(async () => {
    const [{ createSign }, keys] = await Promise.all([fetchSign(), platform.loadKeys()])
    return createSign(platform, { config, keys, client: lateClient })
  })
  const device = createDevice(platform, { config, client: lateClient })
  const client = createClient(platform, { ...context, serverClock, sign, device })
  late.client = client
  return { serverClock, sign, device, client }
}

interface ClientContext extends RequestContext {
  readonly serverClock: ServerClock
  readonly sign: LateSign
  readonly device: DeviceId
}

function createClient(
  { clock, cookies, navigator, random, reporter, transport }: Platform,
  { config, links, language, notices, serverClock, sign, device }: ClientContext,
): RequestClient {
  const { locale, preferences, texts, translate } = language
  const { logical, wire } = standardMiddlewares({
    clock,
    serverClock,
    random,
    gatewaySign: sign,
    deviceTokens: device,
    presenter: createErrorPresenter({
      ...notices,
      logout: links.logout,
      realmChanged: links.realmChanged,
      textOf: (refusal) => serverText(refusal, translate),
      report: reporter.report,
    }),
    languageType: () => requestLanguageType(locale()).languageType,
    texts: texts.getState,
    headers: {
      theme: () => preferences.getState().theme,
      terminalCode: () => device.terminalCode(),
      deviceLanguage: () => navigator.language,
      locale,
      languageTag: () => LOCALE_TABLE[locale()].tag,
      beta: config.beta,
      realm: links.realm,
    },
  })
  const guard = createSessionGuard({
    cookies,
    screenUser: links.screenUser,
    onOther: links.userChanged,
    text: () => translate('error.otherAccount'),
    lateText: () => translate('error.other'),
  })
  return createRequestClient({
    transport,
    clock,
    random,
    serverClock,
    texts: texts.getState,
    logical: [...logical, guard.logical],
    wire: [...wire, guard.wire],
  })
}
