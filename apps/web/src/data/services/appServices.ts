import type { MarketClient } from '@x/market'
import type { RequestClient, ServerClock } from '@x/request'
import { createContext, use } from 'react'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import type { UserStream } from '../account-stream/createUserStream.ts'
import type { ReferenceData } from '../reference/createReferenceData.ts'
import type { PendingOrders } from '../submissions/createPendingOrders.ts'

/** The services of a page and the sources of server state, which only `data/` reads. */
export interface AppServices extends PageServices {
  readonly client: RequestClient
  readonly serverClock: ServerClock
  readonly market: MarketClient
  readonly userStream: UserStream
  readonly pendingOrders: PendingOrders
  readonly reference: ReferenceData
}

export const AppServicesContext = createContext<AppServices | undefined>(undefined)

export function useAppServices(): AppServices {
  const services = use(AppServicesContext)
  if (!services) throw new Error('useAppServices needs an AppServicesContext around it')
  return services
}
