import type {
  P2pAdvert,
  P2pFile,
  P2pMessage,
  P2pOrder,
  P2pOrderDetail,
  P2pOrderRow,
  Paths,
  RequestOf,
} from '@x/api'
import { randomHex, type Random } from '@x/kit'
import { useEffect } from 'react'
import { useUserStream } from '../hooks/useUserStream.ts'
import { call, type Params } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { P2pAdvert, P2pMessage, P2pOrderDetail, P2pOrderRow }

/** What is looked for in the market; `side` is what the user does. */
export type MarketFilter = Omit<RequestOf<Paths['GET /v1/p2p/public/market']>, 'cursor' | 'limit'>
export type TakeTerms = Omit<RequestOf<Paths['POST /v1/p2p/order/create']>, 'clientOid'>

/** How often prices and what is left of adverts are asked for again. */
const REFRESH_MS = 10_000
const SILENT = { silent: true } as const
const pages = {
  initialPageParam: '',
  getNextPageParam: (page: Page<unknown>) => page.next ?? undefined,
}
const pageOf = (cursor: string) => ({ limit: '20', ...(cursor && { cursor }) })

const orderApi = api
  .enhanceEndpoints({ addTagTypes: ['P2pOwn', 'P2pOrders', 'P2pMessages'] })
  .injectEndpoints({
    endpoints: (build) => ({
      p2pMarket: build.infiniteQuery<Page<P2pAdvert>, MarketFilter, string>({
        query: ({ queryArg, pageParam }) => ({
          path: '/p2p/public/market',
          data: { ...queryArg, ...pageOf(pageParam) },
          ...PUBLIC_READ,
          silent: true,
        }),
        infiniteQueryOptions: pages,
      }),
      p2pOrders: build.infiniteQuery<Page<P2pOrderRow>, void, string>({
        query: ({ pageParam }) => ({
          path: '/p2p/order/list',
          data: pageOf(pageParam),
          silent: true,
        }),
        infiniteQueryOptions: pages,
        providesTags: ['P2pOrders'],
      }),
      p2pOrder: build.query<P2pOrderDetail, string>({
        query: (orderId) => ({ path: '/p2p/order/detail', data: { orderId }, silent: true }),
        providesTags: ['P2pOrders'],
      }),
      p2pMessages: build.infiniteQuery<Page<P2pMessage>, string, string>({
        query: ({ queryArg: orderId, pageParam }) => ({
          path: '/p2p/order/messages',
          data: { orderId, ...pageOf(pageParam) },
          silent: true,
        }),
        infiniteQueryOptions: pages,
        providesTags: ['P2pMessages'],
      }),
      p2pPicture: build.query<P2pFile, { readonly orderId: string; readonly fileId: string }>({
        query: (data) => ({ path: '/p2p/order/picture', data, silent: true }),
      }),
    }),
  })

const fresh = { refetchOnMountOrArgChange: true } as const

/** Adverts that can be taken, the best price first. */
export const useP2pMarket = (filter: MarketFilter) =>
  orderApi.useP2pMarketInfiniteQuery(filter, { ...fresh, pollingInterval: REFRESH_MS })
/** Orders of the user, the latest first. */
export const useP2pOrders = () => orderApi.useP2pOrdersInfiniteQuery(undefined, fresh)
/** An order with how the seller is paid. */
export const useP2pOrder = (orderId: string): QueryView<P2pOrderDetail> =>
  orderApi.useP2pOrderQuery(orderId, fresh)
/** What the parties of an order wrote, the latest first. */
export const useP2pMessagesOf = (orderId: string) =>
  orderApi.useP2pMessagesInfiniteQuery(orderId, fresh)
/** A picture that a party sent, as an address of an image; `undefined` while it is on its way. */
export function useP2pPicture(ids: { readonly orderId: string; readonly fileId: string }) {
  const { data, isError } = orderApi.useP2pPictureQuery(ids)
  return { address: data && `data:${data.mediaType};base64,${data.picture}`, isError }
}

const CHANGED = {
  p2p: orderApi.util.invalidateTags(['P2pOrders', 'P2pOwn', 'Assets']),
  p2pMessages: orderApi.util.invalidateTags(['P2pMessages']),
} as const

/** Has what is on screen asked again when orders or messages of the user change. */
export function useP2pUpdates(): void {
  const stream = useUserStream()
  const dispatch = useAppDispatch()
  useEffect(() => {
    const stops = (['p2p', 'p2pMessages'] as const).map((topic) => {
      let hasSnapshot = false
      return stream.request(topic, ({ type }) => {
        // A further snapshot is the first word after a gap.
        if (type === 'delta' || hasSnapshot) dispatch(CHANGED[topic])
        hasSnapshot = true
      })
    })
    return () => stops.forEach((stop) => stop())
  }, [stream, dispatch])
}

/** Refusals after the key has been looked up. */
export const TAKE_DECIDED = ['40201', '40205', '40240', '40241', '40401', '00004']

/** Takes an advert; repeated without an answer in between it happens once. */
export const takeAdvert =
  (terms: TakeTerms, submitter: Submitter<TakeTerms>) =>
  async (dispatch: AppDispatch): Promise<Submitted<P2pOrder>> => {
    const submitted = await submitter.submit<P2pOrder>(terms, { path: '/p2p/order/create' })
    dispatch(orderApi.util.invalidateTags(['P2pOrders', 'P2pOwn']))
    return submitted
  }

type Change = `POST /v1/p2p/order/${'paid' | 'cancel' | 'appeal' | 'confirmPutCoin'}`

/** What a party does to an order. @throws RequestError */
export const changeOrder =
  <Key extends Change>(key: Key, data: Params<Key>) =>
  async (dispatch: AppDispatch): Promise<void> => {
    try {
      await dispatch(call(key, data as never, SILENT))
    } finally {
      dispatch(orderApi.util.invalidateTags(['P2pOrders', 'P2pOwn']))
    }
  }

type Said = { readonly orderId: string; readonly text: string }
type Shown = { readonly orderId: string; readonly picture: string }

/** Writes to the other party, or shows a picture. @throws RequestError */
export const say =
  (message: Said | Shown, random: Random) =>
  async (dispatch: AppDispatch): Promise<void> => {
    const clientOid = randomHex(random, 16)
    try {
      if ('text' in message)
        await dispatch(call('POST /v1/p2p/order/message', { ...message, clientOid }, SILENT))
      else await dispatch(call('POST /v1/p2p/order/file', { ...message, clientOid }, SILENT))
    } finally {
      dispatch(orderApi.util.invalidateTags(['P2pMessages']))
    }
  }
