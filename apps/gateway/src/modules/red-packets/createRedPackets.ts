import type {
  api,
  Page,
  RedPacket as WirePacket,
  RedPacketClaim as WireClaim,
  RedPacketDetail,
  RequestOf,
} from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { packetKey } from '../../exchange/products/redPackets.ts'
import { dumpPacket, type PacketDump } from '../../exchange/state/productsState.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { assertNotStopped } from '../sessions/ports/withdrawalStop.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { type CodeLimits, createCodeLimits } from './codeLimits.ts'
import { drawCode, needsStepUp, type PacketInput, readCode, readPacket } from './packetInput.ts'
import { claimView, detailView, packetView } from './packetViews.ts'
import { claimByCode, claimsOf, packetById, packetByKey, packetsOf } from './queries.ts'

const DAY_MS = 86_400_000
const CURSOR = /^\d{1,16}$/

type Create = RequestOf<typeof api.redPackets.create>
type Claim = RequestOf<typeof api.redPackets.claim>

export interface RedPacketsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly stepUp: Pick<StepUp, 'spend'>
  readonly captcha: CaptchaGate
}

/** Red packets of users (products 4). */
export interface RedPackets {
  /** @throws GatewayError 00005, 00006, 40010, 40201, 40302, 40902 */
  create(session: RequestSession, params: Create): Promise<WirePacket>
  /** @throws GatewayError 00006, 40103, 40301, 40401, 42901 */
  claim(session: RequestSession, params: Claim): Promise<WireClaim>
  list(
    session: RequestSession,
    params: RequestOf<typeof api.redPackets.list>,
  ): Promise<Page<WirePacket>>
  received(
    session: RequestSession,
    params: RequestOf<typeof api.redPackets.received>,
  ): Promise<Page<WireClaim>>
  /** @throws GatewayError 40401 */
  detail(
    session: RequestSession,
    params: RequestOf<typeof api.redPackets.detail>,
  ): Promise<RedPacketDetail>
  /** Gives back what is left of packets whose time is over. */
  returnExpired(): void
}

export function createRedPackets(options: RedPacketsOptions): RedPackets {
  const { trading, db, clock } = options
  const context: Context = {
    ...options,
    limits: createCodeLimits(options),
    caughtUp: () => ledgerCaughtUp({ db, trading: trading.service, clock }),
  }
  return {
    create: (session, params) => createPacket(context, { session, params }),
    claim: (session, params) => claimPacket(context, { session, params }),
    list: ({ userId }, params) => sentPage(context, { userId, params }),
    received: ({ userId }, params) => receivedPage(context, { userId, params }),
    detail: ({ userId }, { packetId }) => detailOf(context, { userId, packetId }),
    returnExpired() {
      const at = clock.now()
      for (const { id, expiresAt } of trading.service.core.state.products.packets.values())
        if (expiresAt <= at) trading.service.run({ kind: 'redPacketExpire', at, packetId: id })
    },
  }
}

interface Context extends RedPacketsOptions {
  readonly limits: CodeLimits
  /** SQL has everything executed so far. */
  caughtUp(): Promise<void>
}

interface Asked<Params> {
  readonly session: RequestSession
  readonly params: Params
}

async function createPacket(
  context: Context,
  { session, params }: Asked<Create>,
): Promise<WirePacket> {
  const { trading, db, clock, market, stepUp } = context
  const { service, guard } = trading
  assertBoundKey(session)
  const { userId } = session
  const input = readPacket(params)
  await assertMayMoveFunds(db, { sessionId: session.sessionId, now: clock.now() })
  const asked = { userId, clientOid: input.clientOid }
  const request = { key: packetKey(asked), digest: input.digest }
  const { isUsed } = createIdempotency({
    keys: service.core.state.keys,
    what: 'red packet',
    answerOf: () => undefined,
  })
  // A repeated request needs no second proof.
  if (!isUsed(request)) {
    await assertNotStopped(db, { userId, now: clock.now(), what: 'Red packets' })
    guard.takeTransfer(session)
    if (needsStepUp(input, market))
      await stepUp.spend(params.verifyToken, {
        sessionId: session.sessionId,
        action: 'redPacket',
      })
    service.assertCapacity()
    // Of two copies at once the second finds what the first one left.
    if (!isUsed(request)) runCreate(context, { session, input })
  }
  const packet = await packetUnder(context, asked)
  if (!packet) throw new GatewayError('00006', 'The red packet could not be read')
  return service.confirm(packetView(packet))
}

function runCreate(
  { trading, clock, random }: Context,
  { session, input }: { readonly session: RequestSession; readonly input: PacketInput },
): void {
  const { userId, holder = userId } = session
  const at = clock.now()
  trading.service.run({
    kind: 'redPacketCreate',
    at,
    userId,
    ...input,
    holder,
    code: drawCode(random),
    seed: Buffer.from(random.bytes(32)).toString('hex'),
    expiresAt: at + DAY_MS,
  })
}

/** The packet of a key, open or not. */
async function packetUnder(
  { trading, db, caughtUp }: Context,
  asked: { readonly userId: string; readonly clientOid: string },
): Promise<PacketDump | undefined> {
  const { keys, products } = trading.service.core.state
  const answer = keys.get(packetKey(asked))?.answer
  const open =
    answer && 'transferId' in answer ? products.packets.get(Number(answer.transferId)) : undefined
  if (open) return dumpPacket(open)
  await caughtUp()
  return packetByKey(db, asked)
}

async function claimPacket(
  context: Context,
  { session, params: { code: text, bizId } }: Asked<Claim>,
): Promise<WireClaim> {
  const { trading, db, limits, caughtUp } = context
  const { service } = trading
  assertBoundKey(session)
  const { userId } = session
  const code = readCode(text)
  const known = claimInMemory(context, { userId, code })
  if (known) return service.confirm(known)
  await limits.take(userId, bizId)
  try {
    const claim = runClaim(context, { session, code })
    await limits.giveBack(userId)
    return await service.confirm(claim)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === '40301') await limits.giveBack(userId)
    if (error.code !== '40401') throw error
    // The answer to the last claim may have been lost.
    await caughtUp()
    const done = await claimByCode(db, { userId, code })
    if (!done) throw error
    return claimView(done.packet, done.place - 1)
  }
}

/** What the user has of the open packet of a code. */
function claimInMemory(
  { trading }: Context,
  { userId, code }: { readonly userId: string; readonly code: string },
): WireClaim | undefined {
  const packet = trading.service.core.state.products.packetOf(code)
  const place = packet?.claims.findIndex((each) => each.userId === userId) ?? -1
  return packet && place >= 0 ? claimView(dumpPacket(packet), place) : undefined
}

function runClaim(
  { trading: { service }, clock }: Context,
  { session, code }: { readonly session: RequestSession; readonly code: string },
): WireClaim {
  const { userId, holder = userId } = session
  // The last claim ends the packet, which is then no longer found by its code.
  const packet = service.core.state.products.packetOf(code)
  service.assertCapacity()
  service.run({ kind: 'redPacketClaim', at: clock.now(), userId, holder, code })
  if (!packet) throw new RangeError('A claim was taken of no packet.')
  const place = packet.claims.findIndex((each) => each.userId === userId)
  return claimView(dumpPacket(packet), place)
}

interface OfUser<Params> {
  readonly userId: string
  readonly params: Params
}

async function sentPage(
  { db, caughtUp }: Context,
  { userId, params }: OfUser<RequestOf<typeof api.redPackets.list>>,
): Promise<Page<WirePacket>> {
  const request = readPage(params, { cursorPattern: CURSOR })
  await caughtUp()
  return pageOf(request, async (limit) =>
    (await packetsOf(db, { userId, cursor: request.cursor, limit })).map((packet) => ({
      item: packetView(packet),
      cursor: String(packet.id),
    })),
  )
}

async function receivedPage(
  { db, caughtUp }: Context,
  { userId, params }: OfUser<RequestOf<typeof api.redPackets.received>>,
): Promise<Page<WireClaim>> {
  const request = readPage(params, { cursorPattern: CURSOR })
  await caughtUp()
  return pageOf(request, async (limit) =>
    (await claimsOf(db, { userId, cursor: request.cursor, limit })).map(({ packet, place }) => ({
      item: claimView(packet, place - 1),
      cursor: String(packet.id),
    })),
  )
}

async function detailOf(
  { db, caughtUp }: Context,
  { userId, packetId }: { readonly userId: string; readonly packetId: string },
): Promise<RedPacketDetail> {
  if (CURSOR.test(packetId)) {
    await caughtUp()
    const packet = await packetById(db, packetId)
    const isParty =
      packet?.userId === userId || packet?.claims.some((claim) => claim.userId === userId)
    if (packet && isParty) return detailView(packet, userId)
  }
  throw new GatewayError('40401', 'There is no such red packet')
}
