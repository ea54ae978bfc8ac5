import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { type Locale, LOCALES, requestLanguageType } from '@x/locale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '../../platform/log/Log.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import { announcementRoute } from './routes.ts'
import { DEFAULT_NOTICES } from './defaultNotices.ts'
import { noticesAt, parseNotices, type Notice } from './notice.ts'
import { openNoticeSource } from './openNoticeSource.ts'

const english = { title: 'Maintenance', body: '<p>At <b>02:00</b></p>' }
const notice: Notice = { noticeId: 'n1', publishedAt: 1000, texts: { '0': english } }

describe('the notices of the moment', () => {
  it('are those that have begun and not ended, the newest first', () => {
    const list: Notice[] = [
      { ...notice, noticeId: 'old', publishedAt: 1 },
      { ...notice, noticeId: 'new', publishedAt: 2 },
      { ...notice, noticeId: 'later', publishedAt: 11 },
      { ...notice, noticeId: 'ended', publishedAt: 1, until: 10 },
      { ...notice, noticeId: 'ending', publishedAt: 3, until: 11 },
    ]
    expect(noticesAt(list, { now: 10, languages: ['0'] }).map(({ noticeId }) => noticeId)).toEqual([
      'ending',
      'new',
      'old',
    ])
  })

  it('are twenty at most', () => {
    const list = Array.from({ length: 30 }, (_, at) => ({
      ...notice,
      noticeId: `n${at}`,
      publishedAt: at,
    }))
    const shown = noticesAt(list, { now: 100, languages: ['0'] })
    expect([shown.length, shown[0]?.noticeId]).toEqual([20, 'n29'])
  })

  it('are in the language that was asked for, else in English', () => {
    const list: Notice[] = [
      { ...notice, texts: { '0': english, '39': { title: 'صيانة', body: '<p>02:00</p>' } } },
    ]
    const titleIn = (language: string) =>
      noticesAt(list, { now: 2000, languages: [undefined, language] })[0]?.title
    expect(['39', '0', '7', 'constructor', ''].map(titleIn)).toEqual([
      'صيانة',
      ...Array.from({ length: 4 }, () => 'Maintenance'),
    ])
  })
})

describe("the operator's list", () => {
  it('is read with links, images and times as text or number', () => {
    const whole = {
      noticeId: 'n',
      publishedAt: '2026-11-01',
      until: 2e12,
      texts: {
        '0': {
          ...english,
          link: { href: '/help', text: 'Help' },
          image: { src: '/a.png', alt: 'A' },
        },
      },
    }
    expect(parseNotices([whole])).toEqual([{ ...whole, publishedAt: Date.UTC(2026, 10, 1) }])
  })

  it.each([
    ['no JSON list', {}],
    ['[0]', [null]],
    ['[0].texts', [{ ...notice, texts: [] }]],
    ['[0].texts.0', [{ ...notice, texts: {} }]],
    ['[0].texts.0', [{ ...notice, texts: { '1': english } }]],
    ['[0].texts.0.title', [{ ...notice, texts: { '0': { ...english, title: '' } } }]],
    ['[0].texts.0.body', [{ ...notice, texts: { '0': { ...english, body: 'x'.repeat(65_537) } } }]],
    ['[0].texts.0.link.href', [{ ...notice, texts: { '0': { ...english, link: { text: 'x' } } } }]],
    [
      '[0].texts.0.image.alt',
      [{ ...notice, texts: { '0': { ...english, image: { src: '/x' } } } }],
    ],
    ['[1].noticeId', [notice, { ...notice, noticeId: 5 }]],
    ['[0].publishedAt', [{ ...notice, publishedAt: 'soon' }]],
    ['[0].until', [{ ...notice, until: null }]],
    ['"n1" twice', [notice, notice]],
  ])('is refused where it is wrong, and the place is named: %s', (place, value) => {
    expect(() => parseNotices(value)).toThrow(place)
  })

  it('has defaults that would be accepted from an operator too', () => {
    expect(parseNotices(JSON.parse(JSON.stringify(DEFAULT_NOTICES)))).toEqual(DEFAULT_NOTICES)
  })

  it.each(LOCALES.filter((locale) => !['en', 'asia', 'en-GB'].includes(locale)))(
    'has defaults that speak %s',
    (locale) => {
      const shownIn = (asked: Locale) =>
        noticesAt(DEFAULT_NOTICES, {
          now: Date.UTC(2027, 0),
          languages: [asked, String(requestLanguageType(asked).languageType)],
        })[0]
      const [own, source] = [shownIn(locale), shownIn('en')]
      const tags = (html = '') => html.replace(/>[^<]*</g, '><')
      expect(tags(own?.body)).toBe(tags(source?.body))
      expect(own?.link?.href).toBe(source?.link?.href)
      for (const text of [own?.title, own?.body, own?.link?.text, own?.image?.alt])
        expect([source?.title, source?.body, source?.link?.text, source?.image?.alt]).not.toContain(
          text,
        )
    },
  )
})

describe('the file', () => {
  let dir: string
  beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'notices-'))))
  afterAll(() => rm(dir, { recursive: true, force: true }))
  const warnings: string[] = []
  const log: Log = { info() {}, warn: (message) => void warnings.push(message), error() {} }
  let minute = 0
  const write = async (content: string) => {
    const file = path.join(dir, 'notices.json')
    await writeFile(file, content)
    // Two writes may fall into one tick of the file system's clock.
    await utimes(file, ++minute * 60, minute * 60)
    return file
  }

  it('reloads a changed file and keeps notices while it is unreadable', async () => {
    const file = await write(JSON.stringify([notice]))
    const source = await openNoticeSource(file, { log })
    expect(await source.read()).toEqual([notice])
    await write(JSON.stringify([{ ...notice, noticeId: 'n2' }]))
    expect((await source.read()).map(({ noticeId }) => noticeId)).toEqual(['n2'])
    await write('[{')
    for (let n = 0; n < 3; n++)
      expect((await source.read()).map(({ noticeId }) => noticeId)).toEqual(['n2'])
    expect(warnings).toHaveLength(1)
    await rm(file)
    expect(await source.read()).toHaveLength(1)
    await write('[]')
    expect(await source.read()).toEqual([])
  })

  it('must be readable at the start', async () => {
    await expect(openNoticeSource(await write('{}'), { log })).rejects.toThrow('no JSON list')
    await expect(openNoticeSource(path.join(dir, 'absent.json'), { log })).rejects.toThrow('ENOENT')
  })
})

it('GET /v1/mix/notice/list answers the items, HTML as it was written', async () => {
  const hostile = {
    ...notice,
    texts: { '0': { ...english, body: '<img src=x onerror=alert(1)>' } },
  }
  const route = announcementRoute({
    source: { read: async () => [hostile] },
    clock: createManualClock(2000),
  })
  expect(
    await route.handler({
      query: { languageType: '0' },
      headers: {},
    } as unknown as GatewayRequest),
  ).toEqual({
    items: [
      {
        noticeId: 'n1',
        publishedAt: 1000,
        title: 'Maintenance',
        body: '<img src=x onerror=alert(1)>',
      },
    ],
  })
  const bulgarian = { ...notice, texts: { '0': english, bg: { title: 'Поддръжка', body: '' } } }
  const inBulgarian = announcementRoute({
    source: { read: async () => [bulgarian] },
    clock: createManualClock(2000),
  })
  expect(
    await inBulgarian.handler({
      query: { languageType: '0' },
      headers: { locale: 'bg' },
    } as unknown as GatewayRequest),
  ).toMatchObject({ items: [{ title: 'Поддръжка' }] })
})
