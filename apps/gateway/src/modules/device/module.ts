import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock } from '@x/kit'
import { RawAnswer, type GatewayModule, type GatewayRequest } from '../../platform/http/route.ts'
import type { DeviceTokens } from './deviceTokens.ts'
import { deviceScriptRoutes, type PageSettings } from './ports/pageSettings.ts'

export interface DeviceOptions extends PageSettings {
  readonly clock: Pick<Clock, 'after'>
  readonly tokens: Pick<DeviceTokens, 'issue'>
  readonly isDevelopment: boolean
}

type Mode = 'ok' | 'demoted' | 'slow' | 'fail'

/** A client gives up after 10 s (spec section 9). */
const SLOW_MS = 12_000

/** The device service (spec section 7): 40 hex digits as plain text. */
export function createDeviceModule(options: DeviceOptions): GatewayModule {
  const { clock, tokens, isDevelopment } = options
  const answers: Readonly<Record<Mode, () => Promise<RawAnswer>>> = {
    ok: async () => plain(tokens.issue()),
    // Any other length is a token that its holder must think less of.
    demoted: async () => plain(tokens.issue().slice(0, 32)),
    async slow() {
      await new Promise<void>((resolve) => clock.after(SLOW_MS, resolve))
      return plain(tokens.issue())
    },
    fail: async () => new RawAnswer('', PLAIN, { status: 503 }),
  }
  return {
    routes: [
      ...deviceScriptRoutes(options),
      route(api.device.token, ({ query }: GatewayRequest) =>
        answers[isDevelopment ? ((query['mode'] ?? 'ok') as Mode) : 'ok'](),
      ),
    ],
  }
}

const PLAIN = 'text/plain; charset=utf-8'

function plain(token: string): RawAnswer {
  return new RawAnswer(token, PLAIN)
}
