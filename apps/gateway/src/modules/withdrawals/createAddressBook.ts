import type { AddressBook as WireBook, api, BookEntry, RequestOf } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { readAddress } from './addresses.ts'
import {
  deleteEntry,
  entriesOf,
  insertEntry,
  setWhitelist,
  settingOf,
  type StoredEntry,
} from './queries.ts'
import { addressReason, BOOK_AGE_MS, type AddressReason } from './rules.ts'
import { readTag } from './withdrawalInput.ts'
import { addressFacts, type OwnAddresses } from './ports/OwnAddresses.ts'

/** Addresses that a user keeps for withdrawals. */
export interface AddressBook {
  list(session: RequestSession): Promise<WireBook>
  /** @throws GatewayError 00005, 40010, 40230 */
  add(session: RequestSession, params: RequestOf<typeof api.addressBook.add>): Promise<BookEntry>
  /** @throws GatewayError 00005, 40401 */
  remove(
    session: RequestSession,
    params: RequestOf<typeof api.addressBook.remove>,
  ): Promise<WireBook>
  /** @throws GatewayError 00005 */
  whitelist(
    session: RequestSession,
    params: RequestOf<typeof api.addressBook.whitelist>,
  ): Promise<WireBook>
}

export interface AddressBookOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly stepUp: StepUp
  readonly networks: readonly Network[]
  readonly own: OwnAddresses
}

const ENTRIES = 50

/** @throws GatewayError 40230 */
export function refuseAddress(reason: AddressReason, usableAt?: number): GatewayError {
  return new GatewayError('40230', 'This address may not receive', {
    data: { reason, ...(usableAt === undefined ? {} : { usableAt }) },
  })
}

export function createAddressBook({
  db,
  clock,
  random,
  stepUp,
  networks,
  own,
}: AddressBookOptions): AddressBook {
  async function list({ userId }: RequestSession): Promise<WireBook> {
    const [{ whitelist }, entries] = [await settingOf(db, userId), await entriesOf(db, userId)]
    return { whitelist, items: entries.map(entryView) }
  }
  const spend = (session: RequestSession, verifyToken: string) =>
    stepUp.spend(verifyToken, { sessionId: session.sessionId, action: 'addressBook' })

  return {
    list,
    async add(session, params) {
      assertBoundKey(session)
      const network = networks.find(({ id }) => id === params.network)
      if (!network) throw invalidParameter('network', 'The network is unknown')
      const label = params.label.trim()
      if (label === '') throw invalidParameter('label', 'A name is missing')
      const tag = readTag(params) ?? ''
      const now = clock.now()
      const address = await readKept(own, { network, text: params.address.trim(), now })
      await spend(session, params.verifyToken)
      const entry: StoredEntry = {
        bookId: Buffer.from(random.bytes(12)).toString('hex'),
        network: network.id,
        address,
        tag,
        label,
        createdAt: now,
        usableAt: now + BOOK_AGE_MS,
      }
      if (!(await insertEntry(db, { ...entry, userId: session.userId, limit: ENTRIES })))
        throw invalidParameter('address', 'This address is in the book, or the book is full')
      return entryView(entry)
    },
    async remove(session, { bookId, verifyToken }) {
      assertBoundKey(session)
      await spend(session, verifyToken)
      if (!(await deleteEntry(db, { userId: session.userId, bookId })))
        throw new GatewayError('40401', 'The entry is unknown', { data: { field: 'bookId' } })
      return list(session)
    },
    async whitelist(session, { enabled, verifyToken }) {
      assertBoundKey(session)
      await spend(session, verifyToken)
      const { userId } = session
      if (!enabled && (await settingOf(db, userId)).whitelist)
        await stopWithdrawals(db, { userId, now: clock.now() })
      await setWhitelist(db, { userId, enabled })
      return list(session)
    },
  }
}

const entryView = ({ tag, ...entry }: StoredEntry): BookEntry => ({
  ...entry,
  tag: tag === '' ? null : tag,
})

/** An address that may be kept. @throws GatewayError 40230 */
async function readKept(
  own: OwnAddresses,
  {
    network,
    text,
    now,
  }: { readonly network: Network; readonly text: string; readonly now: number },
): Promise<string> {
  const read = readAddress(text, network)
  if ('fault' in read) throw refuseAddress(read.fault)
  const facts = await addressFacts(own, { network, address: read.address })
  const reason = addressReason({ ...facts, entry: undefined, whitelist: false, now })
  if (reason) throw refuseAddress(reason)
  return read.address
}
