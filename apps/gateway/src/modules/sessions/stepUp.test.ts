import { STEP_UP_ACTIONS, type StepUp, type StepUpAction } from './ports/StepUp.ts'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { createStepUp } from './stepUp.ts'

let clock: ManualClock
let stepUp: StepUp
beforeEach(() => {
  clock = createManualClock()
  stepUp = createStepUp({ store: createMemoryTtlStore({ clock }), random: nodeRandom() })
})
const pending = (action: StepUpAction = 'passkey') => ({
  sessionId: 'mine',
  action,
  challenge: null,
})
const prove = async (action?: StepUpAction) => stepUp.prove(await stepUp.begin(pending(action)))
const EXPIRED = { code: '40102' }
const REFUSED = { code: '00005', message: 'Please verify that it is you' }

describe('/securityVerify: the step-up token (wire 10)', () => {
  it('allows its action once', async () => {
    const token = await prove('passkey')
    await stepUp.spend(token, { sessionId: 'mine', action: 'passkey' })
    await expect(
      stepUp.spend(token, { sessionId: 'mine', action: 'passkey' }),
    ).rejects.toMatchObject(REFUSED)
  })
  it('counts one of two simultaneous uses', async () => {
    const token = await prove()
    const uses = await Promise.allSettled(
      [1, 2].map(() => stepUp.spend(token, { sessionId: 'mine', action: 'passkey' })),
    )
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
  it('allows no other action', async () => {
    for (const action of STEP_UP_ACTIONS) {
      for (const other of STEP_UP_ACTIONS.filter((candidate) => candidate !== action)) {
        await expect(
          stepUp.spend(await prove(action), { sessionId: 'mine', action: other }),
        ).rejects.toMatchObject(REFUSED)
      }
    }
  })
  it('is worth nothing to another session', async () => {
    await expect(
      stepUp.spend(await prove(), { sessionId: 'another', action: 'passkey' }),
    ).rejects.toMatchObject(REFUSED)
  })
  it('lives five minutes', async () => {
    const [early, late] = [await prove(), await prove()]
    await clock.advance(299_999)
    await stepUp.spend(early, { sessionId: 'mine', action: 'passkey' })
    await clock.advance(1)
    await expect(
      stepUp.spend(late, { sessionId: 'mine', action: 'passkey' }),
    ).rejects.toMatchObject(REFUSED)
  })
  it.each([undefined, null, 7, '', 'made-up', {}])('%s is none', async (token) => {
    await expect(
      stepUp.spend(token, { sessionId: 'mine', action: 'passkey' }),
    ).rejects.toMatchObject(REFUSED)
  })
})

describe('/securityVerify: the serial number (wire 10)', () => {
  it('names what was begun, to the session that began it', async () => {
    const serialNo = await stepUp.begin({ ...pending(), challenge: 'c' })
    expect(await stepUp.read(serialNo, { sessionId: 'mine' })).toEqual({
      sessionId: 'mine',
      action: 'passkey',
      challenge: 'c',
    })
    await expect(stepUp.read(serialNo, { sessionId: 'another' })).rejects.toMatchObject(EXPIRED)
    await expect(stepUp.read('made-up', { sessionId: 'mine' })).rejects.toMatchObject(EXPIRED)
  })
  it('is proved once', async () => {
    const serialNo = await stepUp.begin(pending())
    await stepUp.prove(serialNo)
    await expect(stepUp.prove(serialNo)).rejects.toMatchObject(EXPIRED)
    await expect(stepUp.read(serialNo, { sessionId: 'mine' })).rejects.toMatchObject(EXPIRED)
  })
  it('lives five minutes, and is no token', async () => {
    const serialNo = await stepUp.begin(pending())
    await expect(
      stepUp.spend(serialNo, { sessionId: 'mine', action: 'passkey' }),
    ).rejects.toMatchObject(REFUSED)
    await clock.advance(300_000)
    await expect(stepUp.prove(serialNo)).rejects.toMatchObject(EXPIRED)
  })
})
