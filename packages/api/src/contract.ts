import { account, transfers } from './account.ts'
import { captcha } from './captcha.ts'
import { configuration, health } from './configuration.ts'
import { development } from './development.ts'
import { device } from './device.ts'
import type { Endpoint } from './endpoint.ts'
import { login, registration } from './login.ts'
import { marketData } from './marketData.ts'
import { orders } from './orders.ts'
import { paper } from './paper.ts'
import { qrLogin } from './qrLogin.ts'
import { reports } from './reports.ts'
import { passkeys, security, subAccounts, user } from './security.ts'
import { marketTopics, userTopics } from './streams.ts'
import { thirdParty } from './thirdParty.ts'
import type { Topic } from './topic.ts'

/** Every endpoint of the exchange, by capability. */
export const api = {
  orders,
  account,
  transfers,
  paper,
  marketData,
  login,
  registration,
  user,
  security,
  passkeys,
  subAccounts,
  qrLogin,
  thirdParty,
  captcha,
  device,
  configuration,
  reports,
  health,
  development,
} as const

/** Every endpoint with the capability that it belongs to, in the order of the documents. */
export function listEndpoints(): readonly {
  readonly capability: string
  readonly endpoint: Endpoint
}[] {
  return Object.entries(api).flatMap(([capability, group]) =>
    endpointsIn(group).map((endpoint) => ({ capability, endpoint })),
  )
}

/** Every topic of every socket. */
export const topics: readonly Topic[] = [
  ...Object.values(marketTopics),
  ...Object.values(userTopics),
]

/** A group holds endpoints, or groups of endpoints. */
function endpointsIn(group: object): readonly Endpoint[] {
  return 'path' in group
    ? [group as Endpoint]
    : Object.values(group).flatMap((entry: object) => endpointsIn(entry))
}
