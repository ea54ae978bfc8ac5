import { afterEach, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'

let gateway: TestGateway | undefined
afterEach(() => gateway?.stop())

it('starts although the lease runs out meanwhile and is held again (SR3)', async () => {
  let isHeld = false
  const regained: (() => void)[] = []
  gateway = await createTestGateway({
    lease: {
      epoch: 0,
      isHeld: () => isHeld,
      onRegained(listener) {
        // The second one is the trading core's: the lease runs out again once that is open.
        if (regained.push(listener) === 2) return void (isHeld = false)
        setImmediate(() => {
          isHeld = true
          for (const each of regained) each()
        })
      },
      onLost: () => {},
    },
  })
  expect(regained.length).toBeGreaterThan(2)
  const answer = await gateway.app.inject({ url: '/ready', headers: { host: 'localhost' } })
  expect(answer.json()).toEqual({ status: 'ready', failing: [] })
})
