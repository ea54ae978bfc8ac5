import { createEmitter } from '@x/kit'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { composeLetter, readMailTexts } from '../delivery/composeLetter.ts'
import type { NoticeMessage, OutgoingMessage } from '../delivery/ports/MessageSender.ts'
import { createNoticeMail, type NoticeMails } from './createNoticeMail.ts'
import { createUserNotices } from './createUserNotices.ts'
import { readNoticeMail, rememberLanguage } from './noticeMailRows.ts'
import type { NoticeChange, UserNotices } from './ports/UserNotices.ts'

const START = Date.UTC(2026, 10, 20)
const HOUR = 3_600_000
const USER = '1000000001'

describe('notices by mail (products 7)', () => {
  let db: Database
  let clock: ManualClock
  let notices: UserNotices
  let mails: NoticeMails
  let sent: OutgoingMessage[]
  let payments = 0
  beforeAll(async () => {
    db = await openTestDatabase()
    await insertAccountWithSubAccounts(db, { main: USER, subs: [] })
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from user_notice')
    await db.query('delete from notice_mail')
    await db.query('update users set email = $2 where id = $1', [USER, 'ann@example.com'])
    clock = createManualClock(START)
    sent = []
    notices = createUserNotices({ db, clock, log: silentLog, source: { read: async () => [] } })
    mails = createNoticeMail({
      db,
      clock,
      log: silentLog,
      store: createMemoryTtlStore({ clock }),
      userNotices: notices,
      sender: { send: async (message) => void sent.push(message) },
    })
  })
  afterEach(() => mails.stop())

  const pay = () => {
    const send = { id: ++payments, userId: 'bob', toUserId: USER, asset: 'USDT', at: clock.now() }
    const sends = [{ ...send, amount: 5_000_000n, clientOid: 'c', digest: 'd', value: 5n }]
    notices.publish({ at: send.at, orders: [], payments: { conversions: [], sends } } as never)
  }
  const call = (realm: 'live' | 'paper') =>
    notices.marginCall({ userId: USER, realm, symbol: null, level: '1.2', at: clock.now() })
  const settled = async () => {
    await notices.settled()
    await mails.settled()
  }
  const texts = () => sent.map((message) => (message as NoticeMessage).text)

  it('sends defaults in the language of the last log-in', async () => {
    await rememberLanguage(db, { userId: USER, language: 'de' })
    pay()
    await settled()
    expect(sent).toMatchObject([
      {
        scene: 'notice',
        to: 'ann@example.com',
        channel: 'email',
        language: 'de',
        text: 'notice.received',
        values: { amount: expect.stringMatching(/^[0-9.]+ USDT$/) },
        path: '/account/setting/mail',
      },
    ])
  })
  it.each([
    [true, ['notice.marginCall']],
    [false, []],
  ])('obeys the choice: %s', async (mail, expected) => {
    await mails.change(USER, { kind: 'marginCall', mail: !mail })
    await mails.change(USER, { kind: 'marginCall', mail })
    call('live')
    await settled()
    expect(texts()).toEqual(expected)
  })
  it('looks at the database for the fills of few users alone', async () => {
    const asked: string[] = []
    const changes = createEmitter<NoticeChange>()
    const own = createNoticeMail({
      db: { ...db, query: (text, values) => (asked.push(text), db.query(text, values)) },
      clock,
      log: silentLog,
      store: createMemoryTtlStore({ clock }),
      userNotices: { onChange: changes.subscribe },
      sender: { send: async (message) => void sent.push(message) },
    })
    const fill = async (orderId: string) => {
      const order = { orderId, symbol: 'ETHUSDT', side: 'buy', size: '0.5', price: '3000' } as const
      const rest = { isRead: false, isNewDevice: null, title: null, subject: null }
      const notice = {
        noticeId: orderId,
        kind: 'filled',
        createdAt: START,
        order,
        ...rest,
      } as const
      changes.emit({ userId: USER, realm: 'live', notices: [notice] })
      await own.settled()
    }
    await fill('1')
    await fill('2')
    expect([asked.length, sent]).toEqual([1, []])
    await own.change(USER, { kind: 'filled', mail: true })
    await fill('3')
    expect(texts()).toEqual(['orders.bought'])
    await own.stop()
  })
  it('sends neither demo funds nor what has its own mail', async () => {
    call('paper')
    notices.security(USER, 'passwordChanged')
    notices.login(USER, { isNewDevice: true })
    await settled()
    expect(sent).toEqual([])
  })
  it('sends nothing again when notices are read', async () => {
    pay()
    await notices.settled()
    await notices.read({ userId: USER, realm: 'live', languages: [] }, undefined)
    await settled()
    expect(texts()).toEqual(['notice.received'])
  })
  it('leaves space for codes: twenty mails an hour', async () => {
    for (let at = 0; at < 25; at++) pay()
    await settled()
    await clock.advance(HOUR)
    pay()
    await settled()
    expect(sent).toHaveLength(21)
  })
  it('sends nothing to an account without an address', async () => {
    await db.query(
      "update users set email = null, area_code = '44', mobile = '7700900123' where id = $1",
      [USER],
    )
    expect((await mails.settings(USER)).hasAddress).toBe(false)
    pay()
    await settled()
    expect(sent).toEqual([])
  })
  it.each(['withdrawal', 'security', 'login', 'announcement', 'priceAlert'] as const)(
    'lets nobody silence %s',
    async (kind) => {
      await expect(mails.change(USER, { kind, mail: false })).rejects.toMatchObject({
        code: '40010',
      })
    },
  )
  it.each(['', 'x'.repeat(11), '../../etc', undefined])(
    'remembers no language %j',
    async (text) => {
      await rememberLanguage(db, { userId: USER, language: text })
      expect(await readNoticeMail(db, USER)).toEqual({ kinds: {}, language: undefined })
    },
  )
  it('names the order, its side in the language of the letter', () => {
    const message: NoticeMessage = {
      to: 'ann@example.com',
      channel: 'email',
      scene: 'notice',
      language: 'fr',
      text: 'notice.triggered',
      values: { side: 'spot.buy', amount: '2 (ETHUSDT)' },
      at: START,
      path: '/account/setting/mail',
    }
    const composing = { texts: readMailTexts(), antiphishing: 'Tulip77' }
    const letter = composeLetter(message, { ...composing, origin: 'https://x.example' })
    expect(letter.subject).toMatch(/: Déclencheur atteint\s:\sAchat 2 \(ETHUSDT\)\.$/)
    expect(letter.text).toContain('https://x.example/account/setting/mail')
    expect(letter.text).toContain('Tulip77')
    expect(composeLetter(message, { ...composing, origin: undefined }).text).not.toContain('/mail')
  })
})

describe('the settings of mails', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await createTestGateway()
  })
  afterAll(() => gateway.stop())
  const SETTINGS = '/v1/user/notice/mail'

  it('are read and changed by their user alone', async () => {
    const [ann, bob] = [await gateway.newUser(), await gateway.newUser()]
    const items = async (client: (typeof ann)['client']) =>
      ((await client.get(SETTINGS)).data as { items: readonly object[] }).items
    expect(await items(ann.client)).toContainEqual({ kind: 'filled', mail: false, isFixed: false })
    expect(
      await ann.client.post(`${SETTINGS}/change`, { kind: 'filled', mail: true }),
    ).toMatchObject({ code: '0', data: { hasAddress: true } })
    expect(await items(ann.client)).toContainEqual({ kind: 'filled', mail: true, isFixed: false })
    expect(await items(bob.client)).toContainEqual({ kind: 'filled', mail: false, isFixed: false })
  })
  it.each([
    [{ kind: 'withdrawal', mail: false }, 'kind'],
    [{ kind: 'nothing', mail: true }, 'kind'],
    [{ kind: 'filled', mail: 'yes' }, 'mail'],
    [{ kind: 'filled' }, 'mail'],
  ])('refuse %o', async (body, field) => {
    const { client } = await gateway.newUser()
    expect(await client.post(`${SETTINGS}/change`, body)).toMatchObject({
      code: '40010',
      data: { field },
    })
  })
  it('ask guests to log in', async () =>
    expect(await gateway.client({ signs: false }).get(SETTINGS)).toMatchObject({ code: '401' }))
})
