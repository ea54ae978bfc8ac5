import type { RedPacket, RedPacketClaim, RedPacketDetail, RequestOf, Paths } from '@x/api'
import { call } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { useProductUpdates } from '../hooks/useProductUpdates.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { RedPacket, RedPacketClaim, RedPacketDetail }

/** What makes two packets the same request. */
export type PacketTerms = Omit<
  RequestOf<Paths['POST /v1/redpacket/create']>,
  'clientOid' | 'verifyToken'
>

const redPacketApi = api.enhanceEndpoints({ addTagTypes: ['RedPackets'] }).injectEndpoints({
  endpoints: (build) => ({
    redPackets: build.infiniteQuery<Page<RedPacket>, void, string>({
      query: ({ pageParam }) => ({
        path: '/redpacket/list',
        data: { limit: '20', ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['RedPackets'],
    }),
    receivedPackets: build.infiniteQuery<Page<RedPacketClaim>, void, string>({
      query: ({ pageParam }) => ({
        path: '/redpacket/received',
        data: { limit: '20', ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['RedPackets'],
    }),
    redPacket: build.query<RedPacketDetail, string>({
      query: (packetId) => ({ path: '/redpacket/detail', data: { packetId }, silent: true }),
      providesTags: ['RedPackets'],
    }),
  }),
})

/** What the user sent, fetched anew each time the page opens. */
export const useRedPackets = () =>
  redPacketApi.useRedPacketsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** What the user has a part of, fetched anew each time the page opens. */
export const useReceivedPackets = () =>
  redPacketApi.useReceivedPacketsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** A packet with its claims. */
export const useRedPacket = (packetId: string) =>
  redPacketApi.useRedPacketQuery(packetId, { refetchOnMountOrArgChange: true })

const changed = [
  api.util.invalidateTags(['Assets']),
  redPacketApi.util.invalidateTags(['RedPackets']),
]

/** The balance is judged after the key has been looked up. */
export const DECIDED = ['40201']

/** Creates a packet; the proof goes along and is no part of what makes two requests the same. */
export const createPacket =
  (
    terms: PacketTerms,
    {
      submitter,
      verifyToken,
    }: { readonly submitter: Submitter<PacketTerms>; readonly verifyToken: string | undefined },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<RedPacket>> => {
    const submitted = await submitter.submit<RedPacket>(terms, {
      path: '/redpacket/create',
      ...(verifyToken === undefined ? {} : { proof: { verifyToken } }),
    })
    for (const action of changed) dispatch(action)
    return submitted
  }

/** Claims a part; repeated it answers the same part. */
export const claimPacket =
  (code: string, bizId?: string) =>
  async (dispatch: AppDispatch): Promise<RedPacketClaim> => {
    const claim = { code, ...(bizId === undefined ? {} : { bizId }) }
    try {
      return await dispatch(call('POST /v1/redpacket/claim', claim, { silent: true }))
    } finally {
      for (const action of changed) dispatch(action)
    }
  }

/** Has what is on screen asked again when a packet is opened or ends. */
export function useRedPacketUpdates(): void {
  const dispatch = useAppDispatch()
  useProductUpdates(
    'redPacket',
    () => void dispatch(redPacketApi.util.invalidateTags(['RedPackets'])),
  )
}
