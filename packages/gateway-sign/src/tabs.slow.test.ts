import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewaySignEvent } from './events.ts'
import { testServerIdentity } from './testing.ts'
import { DATABASE } from './testing/indexedDbStorage.ts'
import { servePage } from './testing/servePage.ts'

interface Page {
  readonly events: readonly GatewaySignEvent[]
  init(): Promise<string>
  logIn(): Promise<{ code: string; sent: string[] }>
  order(body: string): Promise<string>
  forgetSession(): Promise<void>
}
declare const page: Page
declare function startPage(setup: object): Promise<void>

const TABS = 8
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    existsSync(file),
  )
const encrypted = { code: '0', sent: ['bodyCiphertext'] }

const profiles: string[] = []
let served: Awaited<ReturnType<typeof servePage>>
let context: BrowserContext

/** Browser preferences as the settings page writes them. */
async function launch(preferences?: object) {
  const profile = mkdtempSync(path.join(tmpdir(), 'gs1-tabs-'))
  profiles.push(profile)
  if (preferences) {
    mkdirSync(path.join(profile, 'Default'), { recursive: true })
    writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  }
  return chromium.launchPersistentContext(profile, {
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath ? { executablePath } : {}),
  })
}
async function start(tab: Awaited<ReturnType<BrowserContext['newPage']>>, setup: object = {}) {
  await tab.waitForFunction('typeof startPage === "function"')
  await tab.evaluate((options) => startPage(options), {
    issuerCertificate: testServerIdentity.issuerCertificatePem,
    ...setup,
  })
}
async function open(
  before = '',
  { url = served.url, setup = {} }: { url?: string; setup?: object } = {},
) {
  const tab = await context.newPage()
  if (before) await tab.addInitScript(before)
  await tab.goto(url)
  await start(tab, setup)
  return tab
}
const openTabs = (where?: { url?: string; setup?: object }) =>
  Promise.all(Array.from({ length: TABS }, () => open('', where)))
type Tab = Awaited<ReturnType<typeof open>>
const orderIn = (tab: Tab, body = '{"size":"1"}') =>
  tab.evaluate((text) => page.order(text).catch((error: { code: string }) => error.code), body)
const eventsOf = async (tabs: readonly Tab[]) =>
  (await Promise.all(tabs.map((tab) => tab.evaluate(() => page.events)))).flat()

/** The key database entries with their public keys, read without this package. */
const storedKeys = (tab: Tab) =>
  tab.evaluate(
    (name) =>
      new Promise<Record<string, string>>((resolve) => {
        indexedDB.open(name).onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result
          const store = database.transaction('local_cache').objectStore('local_cache')
          const found: Record<string, string> = {}
          store.openCursor().onsuccess = ({ target: asked }) => {
            const cursor = (asked as IDBRequest<IDBCursorWithValue | null>).result
            if (!cursor) return (database.close(), resolve(found))
            found[cursor.key as string] = (cursor.value as { publicKey: string }).publicKey
            cursor.continue()
          }
        }
      }),
    DATABASE,
  )

/**
 * One browser for all tests. Each test has a gateway on its own port and so its own storage;
 * cookies ignore ports.
 */
let shared: BrowserContext
beforeAll(async () => void (shared = await launch()))
beforeEach(async () => {
  served = await servePage()
  context = shared
})
afterEach(async () => {
  if (context === shared)
    await Promise.all(
      shared
        .pages()
        .slice(1)
        .map((tab) => tab.close()),
    )
  else await context.close()
  await shared.clearCookies()
  await served.close()
})
afterAll(async () => {
  await shared.close()
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
})

describe('eight tabs of one browser (wire 8)', () => {
  it("sign with one tab's login key until its log-out", async () => {
    const tabs = await openTabs()
    expect(await Promise.all(tabs.map((tab) => orderIn(tab)))).toEqual(
      Array.from(tabs, () => 'NO_BOUND_KEY'),
    )
    expect(await tabs[3]!.evaluate(() => page.logIn())).toEqual(encrypted)
    expect(await Promise.all(tabs.map((tab) => orderIn(tab)))).toEqual(Array.from(tabs, () => '0'))
    const keys = await storedKeys(tabs[0]!)
    expect(Object.keys(keys).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])
    expect(new Set(Object.values(keys)).size).toBe(1)

    await tabs[5]!.evaluate(() => page.forgetSession())
    await context.clearCookies()
    expect(await Promise.all(tabs.map((tab) => orderIn(tab)))).toEqual(
      Array.from(tabs, () => 'NO_BOUND_KEY'),
    )
  })

  it("sign with the last login's key after concurrent log-ins", async () => {
    const gateway = await servePage({ sessions: true })
    const tabs = await openTabs({ url: gateway.url })
    expect(await Promise.all(tabs.map((tab) => tab.evaluate(() => page.logIn())))).toEqual(
      Array.from(tabs, () => encrypted),
    )
    expect(await Promise.all(tabs.map((tab) => orderIn(tab)))).toEqual(Array.from(tabs, () => '0'))
    const keys = await storedKeys(tabs[0]!)
    expect(Object.keys(keys).sort()).toEqual([`sign_key:token:t${TABS}`, 'sign_key:uid:u1'])
    expect(await eventsOf(tabs)).toEqual([])
    await gateway.close()
  })

  it('share one bound key after concurrent log-ins without Web Locks', async () => {
    const tabs = await openTabs({ setup: { withoutLocks: true } })
    expect(await Promise.all(tabs.map((tab) => tab.evaluate(() => page.logIn())))).toEqual(
      Array.from(tabs, () => encrypted),
    )
    expect(await Promise.all(tabs.map((tab) => orderIn(tab)))).toEqual(Array.from(tabs, () => '0'))
    const keys = await storedKeys(tabs[0]!)
    expect(Object.keys(keys).filter((entry) => entry.startsWith('sign_key:token:'))).toEqual([
      'sign_key:token:t1',
    ])
    expect(keys['sign_key:uid:u1']).toBe(keys['sign_key:token:t1'])

    const later = await open()
    expect(await orderIn(later)).toBe('0')
    // A tab whose backup key was removed by another tab keeps it in memory until it binds it.
    expect(
      (await eventsOf([...tabs, later])).filter(({ type }) => type !== 'key-not-stored'),
    ).toEqual([])
  })
})

describe('storage denied (wire 8)', () => {
  const denied = `
    const methods = [
      [IDBFactory.prototype, 'open'],
      ...['getItem', 'setItem', 'removeItem'].map((name) => [Storage.prototype, name]),
    ]
    for (const [owner, name] of methods)
    owner[name] = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }`

  it('lets the page sign from memory until it is reloaded', async () => {
    const tab = await open(denied)
    expect(await tab.evaluate(() => page.logIn())).toEqual(encrypted)
    expect([await orderIn(tab), await orderIn(tab, '{"size":"2"}')]).toEqual(['0', '0'])
    expect(new Set((await eventsOf([tab])).map(({ type }) => type))).toEqual(
      new Set(['key-not-stored']),
    )
    await tab.reload()
    await start(tab)
    expect(await orderIn(tab)).toBe('NO_BOUND_KEY')
  })

  it('encrypts log-ins and sends no unsigned order with site data blocked', async () => {
    context = await launch({ profile: { default_content_setting_values: { cookies: 2 } } })
    const tab = await open()
    expect(
      await tab.evaluate(() => {
        try {
          return String(sessionStorage.length)
        } catch (error) {
          return (error as DOMException).name
        }
      }),
    ).toBe('SecurityError')
    expect(await tab.evaluate(() => page.logIn())).toEqual(encrypted)
    expect(await orderIn(tab)).toBe('NO_BOUND_KEY')
    expect(served.requests).not.toContain('/v1/spot/order/place')
  })
})
