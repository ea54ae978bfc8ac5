import { HDKey } from '@scure/bip32'
import type { Clock } from '@x/kit'
import { isUniqueViolation, type Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { deriveAddress } from './deriveAddress.ts'
import type { KeySource } from './ports/KeySource.ts'
import type { Network } from './ports/networks.ts'

/** Addresses derived ahead. One takes a millisecond and three calls of the database: no hurry. */
const AHEAD = 100
const REFILL_PAUSE_MS = 1_000

type Family = Network['family']

export interface Addresses {
  /**
   * The user's address of a family of networks, for good: one that nobody had before.
   * @throws Error where the signer derives another one
   */
  of(userId: string, family: Family): Promise<string>
  /** Whose deposit address it is; lower case. From memory. */
  ownerOf(family: Family, address: string): string | undefined
  /** Every address that a user has. */
  assigned(family: Family): Iterable<string>
  /** The same with the numbers that they derive from. */
  numbered(family: Family): Iterable<{ readonly address: string; readonly index: number }>
  /** Reads the assigned ones; until then nothing can be watched. */
  load(): Promise<void>
  /** Derives addresses ahead, one at a time. */
  start(): void
  stop(): void
}

interface AddressPorts {
  readonly networks: readonly Network[]
  readonly db: Database
  readonly keys: KeySource
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
}

/** One address of a user for each family of networks, from the account's public key (wallet 3). */
export function createAddresses(ports: AddressPorts): Addresses {
  const { db, clock, log } = ports
  const owners = new Map<string, { readonly userId: string; readonly index: number }>()
  const pool = createPool(ports)
  let timer = { cancel() {} }
  let isStopped = false
  const keyOf = (family: Family, address: string): string => `${family} ${address.toLowerCase()}`

  function* numbered(family: Family): Generator<{ address: string; index: number }> {
    for (const [key, { index }] of owners)
      if (key.startsWith(`${family} `)) yield { address: key.slice(family.length + 1), index }
  }

  /** One timer, however many ask: what waits is the same for all of them. */
  function refill(): void {
    timer.cancel()
    if (isStopped) return
    timer = clock.after(REFILL_PAUSE_MS, () => {
      void (async () => {
        if ((await pool.free('evm')) >= AHEAD) return
        await pool.deriveNext('evm')
        refill()
      })().catch((error: unknown) =>
        log.warn('No addresses were derived ahead', { error: String(error) }),
      )
    })
  }

  return {
    async of(userId, family) {
      const { address, index } = await pool.take(userId, family)
      owners.set(keyOf(family, address), { userId, index })
      refill()
      return address
    },
    ownerOf: (family, address) => owners.get(keyOf(family, address))?.userId,
    *assigned(family) {
      for (const { address } of numbered(family)) yield address
    },
    numbered,
    async load() {
      const rows = await db.query<{
        family: Family
        address: string
        index: number
        user_id: string
      }>('select family, address, index, user_id from chain_address where user_id is not null')
      for (const row of rows) {
        const { family, address, index, user_id: userId } = row
        owners.set(keyOf(family, address), { userId, index: Number(index) })
      }
    },
    start: refill,
    stop() {
      isStopped = true
      timer.cancel()
    },
  }
}

/** Addresses in the database: derived ahead, then somebody's for good. */
function createPool({ db, keys, clock, networks }: AddressPorts) {
  const accounts = new Map<Family, Promise<HDKey>>()

  function account(family: Family): Promise<HDKey> {
    const known = accounts.get(family)
    if (known) return known
    const read = keys.accountKey(family).then((text) => HDKey.fromExtendedKey(text))
    accounts.set(family, read)
    read.catch(() => accounts.delete(family))
    return read
  }

  async function deriveNext(family: Family): Promise<void> {
    const [row] = await db.query<{ next: bigint }>(
      'select coalesce(max(index), -1) + 1 as next from chain_address where family = $1',
      [family],
    )
    const index = Number(row?.next ?? 0)
    const address = deriveAddress(await account(family), { family, index, networks })
    await db.query(
      'insert into chain_address (family, index, address) values ($1, $2, $3) ' +
        'on conflict do nothing',
      [family, index, address],
    )
  }

  return {
    deriveNext,
    async free(family: Family): Promise<number> {
      const [row] = await db.query<{ free: bigint }>(
        'select count(*) as free from chain_address where family = $1 and user_id is null',
        [family],
      )
      return Number(row?.free ?? 0)
    },
    async take(
      userId: string,
      family: Family,
    ): Promise<{ readonly address: string; readonly index: number }> {
      for (;;) {
        const [known] = await db.query<{ address: string; index: number }>(
          'select address, index from chain_address where family = $1 and user_id = $2',
          [family, userId],
        )
        if (known) return { address: known.address, index: Number(known.index) }
        try {
          if ((await assign({ db, keys, clock }, userId, family)) === undefined)
            await deriveNext(family)
        } catch (error) {
          // Another request of the user was first.
          if (!isUniqueViolation(error)) throw error
        }
      }
    },
  }
}

/** Gives a user the next free address; `undefined`: there is none. */
async function assign(
  { db, keys, clock }: Pick<AddressPorts, 'db' | 'keys' | 'clock'>,
  ...[userId, family]: readonly [userId: string, family: Family]
): Promise<string | undefined> {
  const [free] = await db.query<{ index: number; address: string }>(
    'select index, address from chain_address where family = $1 and user_id is null ' +
      'order by index limit 1',
    [family],
  )
  if (!free) return undefined
  // Both derive it before it is shown: a key that differs would make the coins unreachable.
  const confirmed = await keys.deriveAddress(family, free.index)
  if (confirmed.toLowerCase() !== free.address)
    throw new Error(`The signer derives another address ${family} ${free.index}.`)
  const rows = await db.query<{ address: string }>(
    'update chain_address set user_id = $3, assigned_at = $4 where family = $1 and index = $2 ' +
      'and user_id is null returning address',
    [family, free.index, userId, clock.now()],
  )
  return rows[0]?.address
}
