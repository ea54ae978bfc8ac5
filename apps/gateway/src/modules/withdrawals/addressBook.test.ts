import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { stoppedUntil, stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK } from '../wallet/ports/networks.ts'
import { createAddressBook } from './createAddressBook.ts'
import {
  deleteEntry,
  entriesOf,
  insertEntry,
  setNoPasswordCap,
  settingOf,
  setWhitelist,
} from './queries.ts'

const DAY_MS = 86_400_000
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const HOT = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const DEPOSIT = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const CONTRACT = DEVELOPMENT_NETWORKS[0]?.assets.find(({ asset }) => asset === 'USDT')?.contract

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

let users = 0
let userId = ''
let spent: unknown[] = []
let now = 1_000
beforeEach(async () => {
  userId = String(1_000_000_000 + ++users)
  await insertAccountWithSubAccounts(db, { main: userId, subs: [] })
  spent = []
  now = 1_000
})

const session = (changes: Partial<RequestSession> = {}): RequestSession => ({
  sessionId: 's',
  userId,
  realm: 'live',
  roles: [],
  keyId: 'k',
  ...changes,
})
let drawn = 0
const book = () =>
  createAddressBook({
    db,
    clock: { now: () => now },
    random: {
      bytes: (count: number) => new Uint8Array(count).map((_, at) => (at < 4 ? drawn++ : at)),
    } as never,
    stepUp: {
      async spend(token: unknown, of: object) {
        if (token !== 'proved') throw new GatewayError('00005', 'Please confirm that it is you')
        spent.push(of)
      },
    } as never,
    networks: [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK],
    own: {
      isHot: ({ address }) => address === HOT,
      isDeposit: async ({ address }) => address === DEPOSIT,
    },
  })
const params = { network: 'evm-a', address: ADDRESS, label: 'Cold', verifyToken: 'proved' }
const add = (changes: object = {}) => book().add(session(), { ...params, ...changes } as never)
const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) =>
      error instanceof GatewayError ? { code: error.code, data: error.data } : error,
  )

describe('a new entry of the address book (wallet 4)', () => {
  it('may receive a day later', async () => {
    expect(await add()).toEqual({
      bookId: expect.stringMatching(/^[0-9a-f]{24}$/),
      network: 'evm-a',
      address: ADDRESS,
      tag: null,
      label: 'Cold',
      createdAt: 1_000,
      usableAt: 1_000 + DAY_MS,
    })
    expect(spent).toEqual([{ sessionId: 's', action: 'addressBook' }])
  })

  it('is kept as an address is written, without spaces around', async () => {
    await add({ address: ` ${ADDRESS.toLowerCase()}\n`, label: ' My wallet ' })
    expect((await book().list(session())).items).toMatchObject([
      { address: ADDRESS, label: 'My wallet' },
    ])
  })

  it.each<[string, object, string, object]>([
    ['an unknown network', { network: 'evm-z' }, '40010', { field: 'network' }],
    ['no name', { label: '  ' }, '40010', { field: 'label' }],
    ['a tag that no network has', { tag: 'a\nb' }, '40010', { field: 'tag' }],
    ['words', { address: 'ann' }, '40230', { reason: 'malformed' }],
    ['a wrong letter', { address: ADDRESS.replace('A', 'a') }, '40230', { reason: 'checksum' }],
    ['nobody', { address: `0x${'0'.repeat(40)}` }, '40230', { reason: 'zero' }],
    ['a contract', { address: CONTRACT }, '40230', { reason: 'contract' }],
    ['a hot address', { address: HOT }, '40230', { reason: 'hot' }],
    ['a deposit address', { address: DEPOSIT }, '40230', { reason: 'own' }],
    ['an address of another network', { network: 'ltc' }, '40230', { reason: 'malformed' }],
  ])('is refused with %s, before a step-up is used up', async (_, changes, code, data) => {
    expect(await refusalOf(add(changes))).toMatchObject({ code, data })
    expect(spent).toEqual([])
    expect((await book().list(session())).items).toEqual([])
  })

  it.each([undefined, '', 'proved-before'])(
    'is refused with the step-up %s',
    async (verifyToken) => {
      expect(await refusalOf(add({ verifyToken }))).toMatchObject({ code: '00005' })
      expect((await book().list(session())).items).toEqual([])
    },
  )

  it('is refused to a session without a bound key', async () => {
    const work = book().add(session({ keyId: null }), params as never)
    expect(await refusalOf(work)).not.toBe('taken')
    expect(spent).toEqual([])
  })

  it('is one for an address, a network and a tag', async () => {
    await add({ label: 'One' })
    expect(await refusalOf(add({ label: 'Two' }))).toMatchObject({
      code: '40010',
      data: { field: 'address' },
    })
    expect(await refusalOf(add({ network: 'evm-b' }))).toBe('taken')
    expect(await refusalOf(add({ tag: '7' }))).toBe('taken')
    expect(await refusalOf(add({ tag: '7' }))).toMatchObject({ code: '40010' })
  })

  it('may be that of another user', async () => {
    await add()
    const other = String(2_000_000_000 + users)
    await insertAccountWithSubAccounts(db, { main: other, subs: [] })
    const work = book().add(session({ userId: other }), params as never)
    expect(await refusalOf(work)).toBe('taken')
  })

  it('is the fiftieth at most', async () => {
    const entry = { network: 'evm-a', tag: '', label: 'l', createdAt: 1, usableAt: 1 }
    for (let at = 0; at < 49; at++)
      await insertEntry(db, {
        ...entry,
        bookId: `${userId}-${at}`,
        address: `0x${at}`,
        userId,
        limit: 50,
      })
    expect(await refusalOf(add())).toBe('taken')
    expect(await refusalOf(add({ network: 'evm-b' }))).toMatchObject({ code: '40010' })
    await deleteEntry(db, { userId, bookId: `${userId}-0` })
    expect(await refusalOf(add({ network: 'evm-b' }))).toBe('taken')
  })
})

describe('the list of addresses (wallet 6)', () => {
  it('has the oldest first, and nobody else\u2019s', async () => {
    for (const [at, label] of ['c', 'a', 'b'].entries()) {
      now = 1_000 + at
      await add({ label, tag: label })
    }
    const { items, whitelist } = await book().list(session())
    expect([items.map(({ label }) => label), whitelist]).toEqual([['c', 'a', 'b'], false])
    expect((await book().list(session({ userId: 'nobody' }))).items).toEqual([])
  })

  it('loses an entry to its owner alone', async () => {
    const { bookId } = await add()
    const others = book().remove(session({ userId: '2000000000' }), {
      bookId,
      verifyToken: 'proved',
    })
    expect(await refusalOf(others)).toEqual({ code: '40401', data: { field: 'bookId' } })
    const own = await book().remove(session(), { bookId, verifyToken: 'proved' })
    expect(own.items).toEqual([])
    expect(
      await refusalOf(book().remove(session(), { bookId, verifyToken: 'proved' })),
    ).toMatchObject({ code: '40401' })
  })

  it('loses none without a step-up', async () => {
    const { bookId } = await add()
    expect(await refusalOf(book().remove(session(), { bookId, verifyToken: 'no' }))).toMatchObject({
      code: '00005',
    })
    expect(await entriesOf(db, userId)).toHaveLength(1)
  })
})

describe('withdrawals to the book only (wallet 4)', () => {
  const set = (enabled: boolean, verifyToken = 'proved') =>
    book().whitelist(session(), { enabled, verifyToken })

  it('begin at once, and stop nothing', async () => {
    expect(await set(true)).toMatchObject({ whitelist: true })
    expect(await stoppedUntil(db, userId)).toBe(0)
  })

  it('stop nothing when they begin a second time', async () => {
    await set(true)
    expect(await set(true)).toMatchObject({ whitelist: true })
    expect(await stoppedUntil(db, userId)).toBe(0)
  })

  it('end with a day without withdrawals', async () => {
    await set(true)
    now = 5_000
    expect(await set(false)).toMatchObject({ whitelist: false })
    expect(await stoppedUntil(db, userId)).toBe(5_000 + DAY_MS)
  })

  it('stop nothing when they end that were never on', async () => {
    await set(false)
    expect(await stoppedUntil(db, userId)).toBe(0)
  })

  it('do not change without a step-up', async () => {
    await set(true)
    expect(await refusalOf(set(false, 'no'))).toMatchObject({ code: '00005' })
    expect((await settingOf(db, userId)).whitelist).toBe(true)
    expect(await stoppedUntil(db, userId)).toBe(0)
  })
})

describe('the settings of withdrawals (wallet 4)', () => {
  it('are none at first', async () => {
    expect(await settingOf(db, userId)).toEqual({
      whitelist: false,
      noPasswordCap: undefined,
      stoppedUntil: 0,
    })
  })

  it('keep one another: the cap without a password and the whitelist', async () => {
    await setNoPasswordCap(db, { userId, cap: 10n ** 20n })
    await setWhitelist(db, { userId, enabled: true })
    expect(await settingOf(db, userId)).toMatchObject({
      whitelist: true,
      noPasswordCap: 10n ** 20n,
    })
    await setNoPasswordCap(db, { userId, cap: undefined })
    expect(await settingOf(db, userId)).toMatchObject({ whitelist: true, noPasswordCap: undefined })
  })

  it('stop a sub-account with its main account, and not the other way', async () => {
    const sub = String(3_000_000_000 + users)
    await insertAccountWithSubAccounts(db, { main: userId, subs: [sub] })
    await stopWithdrawals(db, { userId: sub, now: 10 })
    expect([await stoppedUntil(db, userId), await stoppedUntil(db, sub)]).toEqual([0, 10 + DAY_MS])
    await stopWithdrawals(db, { userId, now: 20 })
    await stopWithdrawals(db, { userId, now: 5 })
    expect(await stoppedUntil(db, sub)).toBe(20 + DAY_MS)
  })
})
