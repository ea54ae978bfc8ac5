import type { api, P2pAppealCase, P2pFile, P2pMessage, Page, RequestOf } from '@x/api'
import { createEmitter } from '@x/kit'
import { dumpP2pOrder, ORDER_TABLE, type P2pOrderDump } from '../../exchange/state/p2pState.ts'
import { invalidParameter, tooManyAttempts } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { P2pContext } from './context.ts'
import type { P2pOrders } from './createOrders.ts'
import type { P2pMessageChange, P2pMessageSource } from './ports/P2pPorts.ts'
import { plainText, readNumber } from './p2pInput.ts'
import { p2pOrderView } from './ports/p2pViews.ts'
import { createPictureEncoder } from './encodePicture.ts'
import {
  fileOf,
  insertFile,
  insertMessage,
  messageByKey,
  messagesOf,
  removeFiles,
  type StoredFile,
  type StoredMessage,
} from './queries.ts'

const CURSOR = /^\d{1,16}$/
const MINUTE_MS = 60_000
const MOST_IN_A_MINUTE = 30
/** How long after its end the parties of an order may write. */
const AFTER_END_MS = 86_400_000
/** How long after its end the pictures of an order are kept. */
const FILES_KEPT_MS = 90 * 86_400_000
const MOST_OF_A_CASE = 200
const HOUR_MS = 60 * MINUTE_MS
const MOST_FILES_IN_AN_HOUR = 20
const MOST_FILE_BYTES = 2 * 1024 * 1024
/** Encoded anew a picture may be larger than it was. */
const MOST_STORED_BYTES = 3 * MOST_FILE_BYTES

/** What the parties of an order write to each other. */
export interface Messages extends P2pMessageSource {
  /** @throws GatewayError 40010, 40241, 40401, 42901 */
  send(session: RequestSession, params: RequestOf<typeof api.p2p.sendMessage>): Promise<P2pMessage>
  /** @throws GatewayError 40401 */
  list(
    session: RequestSession,
    params: RequestOf<typeof api.p2p.messages>,
  ): Promise<Page<P2pMessage>>
  /** @throws GatewayError 40010, 40241, 40401, 42901 */
  sendFile(session: RequestSession, params: RequestOf<typeof api.p2p.sendFile>): Promise<P2pMessage>
  /** @throws GatewayError 40401 */
  file(session: RequestSession, params: RequestOf<typeof api.p2p.file>): Promise<P2pFile>
  appeals(): Promise<P2pAppealCase[]>
  /** A picture of an order in appeal. @throws GatewayError 40401 */
  fileOfAppeal(ids: { readonly orderId: string; readonly fileId: string }): Promise<P2pFile>
  /** Removes pictures whose time is over, at most once an hour. */
  removeOldFiles(): Promise<void>
}

interface Parts extends P2pContext {
  readonly orders: P2pOrders
}

const viewOf = (
  { message_id, order_id, user_id, text, file_id, at }: StoredMessage,
  { buyer, userId }: { readonly buyer: string; readonly userId: string },
): P2pMessage => ({
  messageId: String(message_id),
  orderId: String(order_id),
  from: user_id === buyer ? 'buyer' : 'seller',
  isOwn: user_id === userId,
  text,
  fileId: file_id === null ? null : String(file_id),
  at: Number(at),
})

export function createMessages({ db, clock, store, orders, trading }: Parts): Messages {
  const changes = createEmitter<P2pMessageChange>()
  const encodePicture = createPictureEncoder()
  let sweptAt = 0

  async function assertMayWrite(order: P2pOrderDump, userId: string): Promise<void> {
    if (!(order.status in ORDER_TABLE) && order.updatedAt + AFTER_END_MS <= clock.now())
      throw new GatewayError('40241', 'The order ended more than a day ago')
    const { count, expiresInMs } = await store.increment(`p2p:chat:${userId}`, {
      ttlMs: MINUTE_MS,
    })
    if (count > MOST_IN_A_MINUTE) throw tooManyAttempts(expiresInMs)
  }

  async function add(
    order: P2pOrderDump,
    message: {
      readonly userId: string
      readonly clientOid: string
      readonly text: string
      readonly fileId: string | null
    },
  ): Promise<P2pMessage> {
    const { id: orderId, buyer, seller } = order
    const { row, isNew } = await insertMessage(db, { ...message, orderId, at: clock.now() })
    if (isNew)
      for (const userId of [buyer, seller])
        changes.emit({ userId, messages: [viewOf(row, { buyer, userId })] })
    return viewOf(row, { buyer, userId: message.userId })
  }

  /** The bytes of a picture that was encoded anew. */
  async function readPicture(userId: string, text: string) {
    const file = Buffer.from(text, 'base64')
    if (file.length > MOST_FILE_BYTES || file.toString('base64') !== text)
      throw invalidParameter('picture', 'picture is base64 of 2 MiB at most')
    const { count, expiresInMs } = await store.increment(`p2p:file:${userId}`, { ttlMs: HOUR_MS })
    if (count > MOST_FILES_IN_AN_HOUR) throw tooManyAttempts(expiresInMs)
    const picture = await encodePicture(file)
    if (!picture) throw invalidParameter('picture', 'This is no PNG or JPEG that can be read')
    if (picture.bytes.length > MOST_STORED_BYTES)
      throw invalidParameter('picture', 'The picture is too large')
    return picture
  }

  return {
    async send({ userId }, params) {
      const clientOid = required(readClientOid(params), 'clientOid')
      const text = plainText(params.text)
      if (text === '') throw invalidParameter('text', 'The message is empty')
      const order = await orders.ofParty(userId, params.orderId)
      await assertMayWrite(order, userId)
      return add(order, { userId, clientOid, text, fileId: null })
    },
    async list({ userId }, { orderId, ...params }) {
      const request = readPage(params, { cursorPattern: CURSOR })
      const { id, buyer } = await orders.ofParty(userId, orderId)
      return pageOf(request, async (limit) =>
        (await messagesOf(db, { orderId: id, cursor: request.cursor, limit })).map((row) => ({
          item: viewOf(row, { buyer, userId }),
          cursor: String(row.message_id),
        })),
      )
    },
    async sendFile({ userId }, params) {
      const clientOid = required(readClientOid(params), 'clientOid')
      const order = await orders.ofParty(userId, params.orderId)
      const known = await messageByKey(db, { orderId: order.id, userId, clientOid })
      if (known) return viewOf(known, { buyer: order.buyer, userId })
      await assertMayWrite(order, userId)
      const picture = await readPicture(userId, params.picture)
      const at = clock.now()
      const fileId = await insertFile(db, { orderId: order.id, userId, at, ...picture })
      return add(order, { userId, clientOid, text: '', fileId })
    },
    async file({ userId }, { orderId, fileId }) {
      const { id } = await orders.ofParty(userId, orderId)
      return fileView(await fileOf(db, { orderId: id, fileId: readNumber(fileId) }))
    },
    async fileOfAppeal({ orderId, fileId }) {
      const order = trading.service.core.state.p2p.orders.get(readNumber(orderId))
      if (order?.status !== 'appealed') throw unknownFile()
      return fileView(await fileOf(db, { orderId: order.id, fileId: readNumber(fileId) }))
    },
    async appeals() {
      const open = [...trading.service.core.state.p2p.orders.values()]
        .filter(({ status }) => status === 'appealed')
        .map(dumpP2pOrder)
        .toSorted((a, b) => (a.appeal?.at ?? 0) - (b.appeal?.at ?? 0))
      return Promise.all(open.map((order) => caseOf({ db }, order)))
    },
    async removeOldFiles() {
      const now = clock.now()
      if (now < sweptAt + HOUR_MS) return
      sweptAt = now
      await removeFiles(db, { before: now - FILES_KEPT_MS })
    },
    onChange: changes.subscribe,
  }
}

const unknownFile = () => new GatewayError('40401', 'There is no such picture')

function fileView(file: StoredFile | undefined): P2pFile {
  if (!file) throw unknownFile()
  const { media_type: mediaType, bytes } = file
  return { mediaType, picture: Buffer.from(bytes).toString('base64') }
}

/** An appeal for an operator, the oldest message first. */
async function caseOf({ db }: Pick<P2pContext, 'db'>, order: P2pOrderDump): Promise<P2pAppealCase> {
  const { id, buyer, seller, appeal } = order
  const { orderId, asset, amount, fiat, total, paidAt } = p2pOrderView(order, buyer)
  const rows = await messagesOf(db, { orderId: id, cursor: undefined, limit: MOST_OF_A_CASE })
  return {
    orderId,
    buyer,
    seller,
    asset,
    amount,
    fiat,
    total,
    paidAt,
    appealedBy: appeal?.userId === buyer ? 'buyer' : 'seller',
    reason: appeal?.reason ?? '',
    appealedAt: appeal?.at ?? 0,
    messages: rows.toReversed().map((row) => {
      const { isOwn: _, ...message } = viewOf(row, { buyer, userId: '' })
      return message
    }),
  }
}
