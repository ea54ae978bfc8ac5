import type { PriceAlert } from '@x/api'
import { useEffect } from 'react'
import { useUserStream } from '../hooks/useUserStream.ts'
import { watchNotices } from '../notices/userNotices.ts'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { selectUser } from '../store/slice.ts'
import type { AppDispatch } from '../store/store.ts'

export type { PriceAlert }

interface AlertList {
  readonly items: readonly PriceAlert[]
}

const alertsApi = api.enhanceEndpoints({ addTagTypes: ['PriceAlerts'] }).injectEndpoints({
  endpoints: (build) => ({
    priceAlerts: build.query<AlertList, void>({
      query: () => ({ path: '/user/alert/list', silent: true }),
      providesTags: ['PriceAlerts'],
    }),
  }),
})

/** Other devices of the user may have set one. */
const AGE_MS = 30_000
const NONE: readonly PriceAlert[] = []
const refresh = alertsApi.util.invalidateTags(['PriceAlerts'])

/** The user's alerts of a pair that wait, the newest first; none for guests. */
export function usePriceAlerts(symbol: string): readonly PriceAlert[] {
  const dispatch = useAppDispatch()
  const stream = useUserStream()
  const skip = !useAppSelector(selectUser)
  const { data } = alertsApi.usePriceAlertsQuery(undefined, {
    skip,
    pollingInterval: AGE_MS,
    skipPollingIfUnfocused: true,
  })
  useEffect(() => {
    if (skip) return undefined
    // One that was reached is no longer there; after a lost connection nobody knows.
    return watchNotices(stream, (notices) => {
      if (notices.length === 0 || notices.some(({ kind }) => kind === 'priceAlert'))
        dispatch(refresh)
    })
  }, [stream, dispatch, skip])
  const items = skip ? undefined : data?.items
  return items?.filter((alert) => alert.symbol === symbol) ?? NONE
}

/** Sets an alert. @throws RequestError */
export const placeAlert =
  (terms: Pick<PriceAlert, 'symbol' | 'price'>) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(call('POST /v1/user/alert/place', terms, { silent: true })).finally(() =>
      dispatch(refresh),
    )
  }

/** Removes an alert. @throws RequestError */
export const removeAlert =
  (alertId: string) =>
  async (dispatch: AppDispatch): Promise<void> => {
    const request = call('POST /v1/user/alert/remove', { alertIds: [alertId] }, { silent: true })
    await dispatch(request).finally(() => dispatch(refresh))
  }
