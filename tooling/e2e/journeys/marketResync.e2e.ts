import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

type Damage = 'lose' | 'swap' | 'repeat'

/**
 * What is wrong on the way of the books, and how many snapshots were asked for. `hold` keeps the
 * next snapshot back until it is let go.
 */
async function damageBooks(page: Page) {
  const state = { next: undefined as Damage | undefined, damaged: 0, snapshots: 0 }
  let held: (() => void)[] | undefined
  let displaced: string | undefined
  await page.routeWebSocket(/\/v1\/market\/stream$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const text = message.toString()
      if (!text.startsWith('{"topic":"books50@100ms"')) return socket.send(text)
      if (text.includes('"type":"snapshot"')) {
        state.snapshots++
        if (held) held.push(() => socket.send(text))
        else socket.send(text)
        return
      }
      // What follows a snapshot that is held back waits behind it.
      if (held && held.length > 0) return void held.push(() => socket.send(text))
      const damage = state.next
      state.next = undefined
      if (damage === 'swap') displaced = text
      else if (damage !== 'lose') socket.send(text)
      if (damage === 'repeat') socket.send(text)
      if (damage) state.damaged++
      else if (displaced !== undefined) {
        socket.send(displaced)
        displaced = undefined
      }
    })
  })
  return {
    state,
    hold: () => void (held = []),
    letGo() {
      for (const send of held ?? []) send()
      held = undefined
    },
  }
}

test('resyncs after a lost or reordered message and ignores a duplicate', async ({
  page,
  gateway,
  consoleErrors,
}) => {
  const books = await damageBooks(page)
  await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
  const light = page.getByRole('status', { name: new RegExp(`^${textOf('spot.dataAge')}`) })
  await expect(light).toHaveAttribute('data-status', 'live')
  expect(books.state.snapshots).toBe(1)

  for (const [turn, damage] of (['lose', 'swap'] as const).entries()) {
    books.hold()
    books.state.next = damage
    await expect(light).toHaveAttribute('data-status', 'resyncing')
    await expect(light).toHaveText(textOf('spot.resyncing'))
    books.letGo()
    await expect(light).toHaveAttribute('data-status', 'live')
    expect(books.state.snapshots).toBe(2 + turn)
  }

  books.state.next = 'repeat'
  await expect.poll(() => books.state.damaged).toBe(3)
  await page.waitForTimeout(500)
  await expect(light).toHaveAttribute('data-status', 'live')
  expect(books.state.snapshots).toBe(3)
  expect(consoleErrors).toEqual([])
})
