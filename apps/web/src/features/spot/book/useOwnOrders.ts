import { useAppSelector } from '../../../app/servicesContext.ts'
import { useOpenOrdersQuery } from '../../orders/api.ts'
import type { SpotOrder } from '../../orders/model.ts'
import { selectUser } from '../../session/slice.ts'

const NONE: readonly SpotOrder[] = []

/** The user's live orders; a guest has none. */
export function useOwnOrders(): readonly SpotOrder[] {
  const user = useAppSelector(selectUser)
  const { data } = useOpenOrdersQuery(undefined, { skip: !user })
  return data ?? NONE
}
