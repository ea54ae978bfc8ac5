import { accountLife } from './accountLife.ts'
import { accountSecurity } from './accountSecurity.ts'
import { apiKeys } from './apiKeys.ts'
import { captcha } from './captcha.ts'
import { configuration, health } from './configuration.ts'
import { copy } from './copy.ts'
import { deposits, developmentChains } from './deposits.ts'
import { development } from './development.ts'
import { device } from './device.ts'
import type { Endpoint } from './endpoint.ts'
import { earn } from './earn.ts'
import { fees } from './fees.ts'
import { account as futuresAccount, move } from './futures/account.ts'
import { futuresMarketData } from './futures/contracts.ts'
import { orders as futuresOrders } from './futures/orders.ts'
import { liquidations, positions } from './futures/positions.ts'
import { login, registration } from './login.ts'
import { margin } from './margin.ts'
import { marketData } from './marketData.ts'
import { p2p } from './p2p.ts'
import { paper } from './paper.ts'
import { convert, sends } from './payments.ts'
import { priceAlerts } from './priceAlerts.ts'
import { qrLogin } from './qrLogin.ts'
import { redPackets } from './redPackets.ts'
import { referrals } from './referrals.ts'
import { reports } from './reports.ts'
import { reserves } from './reserves.ts'
import { passkeys, security, user } from './security.ts'
import { account } from './spot/account.ts'
import { algoOrders } from './spot/algoOrders.ts'
import { orders } from './spot/orders.ts'
import { statement } from './statement.ts'
import { subAccounts } from './subAccounts.ts'
import { marketTopics, userTopics } from './streams.ts'
import { thirdParty } from './thirdParty.ts'
import type { Topic } from './topic.ts'
import { transfers } from './transfers.ts'
import { userNotices } from './userNotices.ts'
import { verification } from './verification.ts'
import { web3Swap } from './web3Swap.ts'
import { addressBook, withdrawals } from './withdrawals.ts'

/** Every endpoint of the exchange, by capability. */
export const api = {
  /** Products have a group each, with the same names inside. */
  spot: { orders, algoOrders, account },
  futures: {
    orders: futuresOrders,
    positions,
    liquidations,
    account: futuresAccount,
    marketData: futuresMarketData,
  },
  transfers,
  deposits,
  withdrawals,
  addressBook,
  wallets: { move },
  statement,
  convert,
  sends,
  web3Swap,
  fees,
  earn,
  margin,
  copy,
  redPackets,
  referrals,
  p2p,
  reserves,
  paper,
  marketData,
  login,
  registration,
  user,
  security,
  accountSecurity,
  accountLife,
  verification,
  passkeys,
  subAccounts,
  apiKeys,
  qrLogin,
  thirdParty,
  captcha,
  device,
  userNotices,
  priceAlerts,
  configuration,
  reports,
  health,
  development,
  developmentChains,
} as const

/**
 * Every endpoint with the capability that it belongs to, such as `spot.orders`, in the order of the
 * documents.
 */
export const listEndpoints = (): readonly ListedEndpoint[] => endpointsIn(api, '')

/** Every topic of every socket. */
export const topics: readonly Topic[] = [
  ...Object.values(marketTopics),
  ...Object.values(userTopics),
]

interface ListedEndpoint {
  readonly capability: string
  readonly endpoint: Endpoint
}

/** A group holds endpoints, or groups of endpoints. */
function endpointsIn(group: object, capability: string): readonly ListedEndpoint[] {
  return Object.entries(group).flatMap(([name, entry]: [string, object]) =>
    'path' in entry
      ? [{ capability, endpoint: entry as Endpoint }]
      : endpointsIn(entry, capability === '' ? name : `${capability}.${name}`),
  )
}
