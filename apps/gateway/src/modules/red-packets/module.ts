import { api } from '@x/api'
import type { TimerHandle } from '@x/kit'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createRedPackets, type RedPacketsOptions } from './createRedPackets.ts'

export interface RedPacketsModuleOptions extends RedPacketsOptions {
  readonly log: Log
  /** Gives routes the device check and the line in the log of account routes. */
  readonly guardRoutes: (routes: readonly RouteSpec[]) => RouteSpec[]
}

const LOOK_MS = 5_000

/** Red packets (products 4). What nobody claimed within a day goes back by itself. */
export function createRedPacketsModule(options: RedPacketsModuleOptions): GatewayModule {
  const { trading, clock, log } = options
  const { service } = trading
  const packets = createRedPackets(options)
  const { read, write } = createPrivateRoutes(service)
  let timer: TimerHandle | undefined
  let isStopped = false

  function look(): void {
    try {
      packets.returnExpired()
    } catch (error) {
      log.error('Expired red packets could not be returned; they are tried again', {
        error: String(error),
      })
    }
    if (!isStopped) timer = clock.after(LOOK_MS, look)
  }
  timer = clock.after(LOOK_MS, look)

  return {
    routes: [
      ...options.guardRoutes([
        write(api.redPackets.create, (session, params) => packets.create(session, params)),
      ]),
      write(api.redPackets.claim, (session, params) => packets.claim(session, params)),
      read(api.redPackets.list, (session, params) => packets.list(session, params)),
      read(api.redPackets.received, (session, params) => packets.received(session, params)),
      read(api.redPackets.detail, (session, params) => packets.detail(session, params)),
    ],
    async stop() {
      isStopped = true
      timer?.cancel()
    },
  }
}
