import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import MarketSpeedControl from './MarketSpeedControl.tsx'

const VERB = '/paper/market'
let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let marketSpeed: { controllable: boolean; speed: string; paused: boolean }

beforeEach(() => {
  marketSpeed = { controllable: true, speed: '1', paused: false }
  browser = createTestBrowser()
  browser.signIn('7', { realm: 'paper' })
  browser.on('/spot/public/speed', () => ok(marketSpeed))
  browser.on(VERB, ({ data: { action, speed } }) => {
    marketSpeed =
      action === 'speed'
        ? { ...marketSpeed, speed: String(speed) }
        : { ...marketSpeed, paused: action !== 'resume' }
    return ok(marketSpeed)
  })
})
afterEach(cleanup)

const open = async () => {
  tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<MarketSpeedControl />, { browser, tab }).settle
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const asked = () => browser.asked(VERB).map(({ data }) => [data['action'], data['speed']])

describe('the marketSpeed of the market (trading 5)', () => {
  it('sets speed, pauses, steps and resumes', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: '10×' }))
    await settle()
    await press('Pause the market')
    expect(screen.getByText('Market paused')).toBeTruthy()
    await press('One step')
    await press('Resume')
    expect(asked()).toEqual([
      ['speed', '10'],
      ['pause', undefined],
      ['step', undefined],
      ['resume', undefined],
    ])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '10×' }).checked).toBe(true)
    expect(screen.queryByText('Market paused')).toBeNull()
  })
  it('is offered only where the gateway lets it be changed', async () => {
    marketSpeed = { ...marketSpeed, controllable: false }
    await open()
    expect(screen.queryByRole('group')).toBeNull()
  })
  it('stays as it is known to be when the server refuses', async () => {
    browser.on(VERB, () => refused('40301'))
    await open()
    await press('Pause the market')
    expect([screen.queryByText('Market paused'), tab.toasts()]).toEqual([
      null,
      ['This account may not do that.'],
    ])
  })
  it('follows what another tab has set', async () => {
    await open()
    marketSpeed = { ...marketSpeed, paused: true }
    cleanup()
    await renderPage(<MarketSpeedControl />, { browser, tab }).settle()
    expect(screen.getByText('Market paused')).toBeTruthy()
  })
})
