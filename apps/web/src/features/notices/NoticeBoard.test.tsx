import { createManualClock, createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { createPreferences } from '@x/locale'
import { LocaleProvider } from '@x/locale/react'
import { createRequestClient, createServerClock, standardMiddlewares } from '@x/request'
import { createInProcessTransport } from '@x/request/testing'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesContext } from '../../lib/services/servicesContext.ts'
import messages from '../../generated/messages/en.ts'
import { MessagesProvider } from '../../lib/messages/messages.ts'
import type { Services } from '../../app/services/createServices.ts'
import { createReferenceData } from '../../data/reference/createReferenceData.ts'
import { AppServicesContext } from '../../data/services/appServices.ts'
import { NoticeBoard } from './NoticeBoard.tsx'

afterEach(cleanup)

const published = {
  noticeId: 'n1',
  publishedAt: Date.UTC(2026, 10, 20),
  title: 'Maintenance',
  body: '<p>From <b>02:00</b></p>',
}

/** The board over the real request client and store; the server is a function. */
function show(answer: unknown) {
  const clock = createManualClock()
  const random = createSeededRandom(1)
  const serverClock = createServerClock({ clock })
  const headers = {
    theme: () => 'dark' as const,
    terminalCode: () => '0'.repeat(32),
    deviceLanguage: () => 'en',
    locale: () => 'en',
    languageTag: () => 'en',
  }
  const toasts: unknown[] = []
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    headers,
    presenter: { present: (presentation) => void toasts.push(presentation) },
    languageType: () => 0,
  })
  const asked: string[] = []
  const transport = createInProcessTransport(({ url }) => (asked.push(url), { body: answer }))
  const config = { gatewayOrigin: '', imageOrigins: ['https://img.example'] }
  const client = createRequestClient({ transport, clock, random, serverClock, ...pipeline })
  const services = {
    config,
    imageDomain: { getState: () => ({ status: 'idle', origin: '' }) },
    preferences: createPreferences({
      cookies: createMemoryStorage(),
      storage: createMemoryStorage(),
      navigatorLanguages: [],
      urlLocale: 'en',
    }),
    client,
    reference: createReferenceData({ client, clock }),
  } as unknown as Services
  const view = render(
    <ServicesContext value={services}>
      <AppServicesContext value={services}>
        <LocaleProvider locale="en">
          <MessagesProvider messages={messages}>
            <MemoryRouter>
              <NoticeBoard />
            </MemoryRouter>
          </MessagesProvider>
        </LocaleProvider>
      </AppServicesContext>
    </ServicesContext>,
  )
  return { ...view, asked, toasts }
}
const list = (...items: unknown[]) => ({
  code: '0',
  status: 'success',
  msg: 'success',
  data: { items },
})

async function open(): Promise<HTMLDetailsElement> {
  const title = await screen.findByText('Maintenance')
  const details = title.closest('details')
  if (!details) throw new Error('the notice is no disclosure')
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  return details
}

describe('the notice board', () => {
  it('shows titles with their dates, and a body once it is opened', async () => {
    const { asked } = show(list(published))
    const details = await open()
    expect(details.querySelector('time')?.dateTime).toBe('2026-11-20T00:00:00.000Z')
    await waitFor(() => expect(details.querySelector('p')?.innerHTML).toBe('From <b>02:00</b>'))
    expect(asked[0]).toMatch(/^\/v1\/mix\/notice\/list\?.*languageType=0/)
  })

  it('shows foreign HTML through the sanitiser (S1, S2, spec 5.2)', async () => {
    show(
      list({
        ...published,
        body:
          '<p onclick="run()">Safe<script>run()</script><img src="x" onerror="run()">' +
          '<a href="javascript:run()">x</a></p>',
      }),
    )
    const details = await open()
    await waitFor(() => expect(details.querySelector('p')).not.toBeNull())
    expect(details.querySelector('p')?.outerHTML).toBe('<p>Safe<img><a>x</a></p>')
  })

  it.each([
    ['/spot/BTCUSDT', '/en/spot/BTCUSDT', null],
    ['/de/spot/BTCUSDT', '/en/spot/BTCUSDT', null],
    ['https://img.example/report', 'https://img.example/report', '_blank'],
    ['mailto:help@trade.example', 'mailto:help@trade.example', '_blank'],
  ])('the link %s leads to %s (S4, spec 5.2)', async (href, expected, target) => {
    show(list({ ...published, link: { href, text: 'More' } }))
    const details = await open()
    const link = details.querySelector('a')
    expect([link?.textContent, link?.getAttribute('href'), link?.getAttribute('target')]).toEqual([
      'More',
      expected,
      target,
    ])
  })

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    'https://img.example.evil/',
    'https://img.example@evil.example/',
    '/\\evil.example',
  ])('the link %s is its text alone (S4, spec 5.2)', async (href) => {
    show(list({ ...published, link: { href, text: 'More' } }))
    const details = await open()
    expect([details.querySelector('a'), details.textContent]).toEqual([
      null,
      expect.stringContaining('More'),
    ])
  })

  it('replaces untrusted images by their text and removes scripts (S4, S5)', async () => {
    show(
      list({
        ...published,
        image: { src: 'https://evil.example/pixel.png', alt: 'A chart' },
        link: { href: '/help', text: 'javascript:alert(1)' },
      }),
    )
    const details = await open()
    expect([
      details.querySelector('img'),
      details.textContent?.includes('A chart'),
      details.textContent?.includes('javascript'),
    ]).toEqual([null, true, false])
  })

  it('shows an image from where images may come', async () => {
    show(list({ ...published, image: { src: 'https://img.example/a.png', alt: 'A chart' } }))
    const details = await open()
    expect(details.querySelector('img')?.getAttribute('src')).toBe('https://img.example/a.png')
  })

  it('shows a placeholder for an image that cannot be had (spec 8)', async () => {
    show(list({ ...published, image: { src: 'https://img.example/gone.png', alt: 'A chart' } }))
    const details = await open()
    const image = details.querySelector('img')
    if (image) fireEvent.error(image)
    expect(details.querySelector('img')).toBeNull()
    expect(within(details).getByRole('img', { name: 'A chart' }).tagName).toBe('SPAN')
    expect(details.querySelector('[data-x-part="image"]')?.getAttribute('data-status')).toBe(
      'error',
    )
  })

  it.each([
    ['no notices', list()],
    ['entries of another shape', list(null, 5, { noticeId: 'n' }, { ...published, title: 7 })],
    ['a refusal', { code: '1', status: 'error', msg: 'no', data: null }],
  ])('is not there for %s, without a message', async (_name, answer) => {
    const { container, asked, toasts } = show(answer)
    await waitFor(() => expect(asked).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([container.innerHTML, toasts]).toEqual(['', []])
  })
})
