import { createCatalog, type MessageLoaders } from '@x/locale/messages'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import {
  partLoaders,
  type TextParts,
  type Texts,
  textLoaders,
  usePageMessages,
} from '../messages/messages.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { PageTexts } from './PageTexts.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { Providers } from '../../app/startup/Providers.tsx'

afterEach(cleanup)

const Page = () => <h1>{usePageMessages()('login.password')}</h1>

/** The app with a page of the account, whose texts come when the test says so. */
async function open({ isFetched = false } = {}) {
  const tab = await createTestBrowser().openTab('http://app/en/login')
  const { locale, messages } = tab.services.catalog.getState()
  const answers = { resolve() {}, reject() {} } as {
    resolve: () => void
    reject: (error: Error) => void
  }
  const answer = new Promise<void>((resolve, reject) => Object.assign(answers, { resolve, reject }))
  const pages: MessageLoaders<TextParts['pages']> = Object.fromEntries(
    Object.entries(partLoaders.pages).map(([name, load]) => [name, () => answer.then(load)]),
  )
  const catalog = createCatalog<Texts, TextParts>({
    loaders: textLoaders,
    parts: { ...partLoaders, pages },
    locale,
    messages,
  })
  const asked: string[] = []
  const view = (
    <Providers services={{ ...tab.services, catalog }} store={tab.store}>
      <PageBoundary place="/en/login">
        <Suspense fallback="waiting">
          <PageTexts {...(isFetched ? {} : { fetchPage: async () => void asked.push('page') })}>
            <Page />
          </PageTexts>
        </Suspense>
      </PageBoundary>
    </Providers>
  )
  await act(async () => void render(view))
  return { catalog, answers, asked }
}

it('loads code and texts in parallel and shows both together', async () => {
  const { answers, asked } = await open()
  expect([asked[0], screen.queryByRole('heading'), screen.getByText('waiting').tagName]).toEqual([
    'page',
    null,
    'DIV',
  ])
  await act(async () => answers.resolve())
  expect((await screen.findByRole('heading')).textContent).toBe('Password')
})

it('a part whose code has come already awaits its texts alone', async () => {
  const { answers, asked } = await open({ isFetched: true })
  expect([asked, screen.getByText('waiting').tagName]).toEqual([[], 'DIV'])
  await act(async () => answers.resolve())
  expect((await screen.findByRole('heading')).textContent).toBe('Password')
})

it('shows a page failure when texts fail to load', async () => {
  const { answers } = await open()
  await act(async () => answers.reject(new Error('offline')))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})

it("changes the page's texts with the language and keeps its state", async () => {
  const { catalog, answers } = await open()
  await act(async () => answers.resolve())
  const heading = await screen.findByRole('heading')
  await act(() => catalog.switchTo('de'))
  expect([screen.getByRole('heading') === heading, heading.textContent]).toEqual([true, 'Passwort'])
})
