import type { Locks } from '@x/kit'
import { createManualClock, createMemoryLocks, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createLeaderElection, tabTable, type TabRole } from './createLeaderElection.ts'

const LOCK = 'market'

function setUp(locks: Locks = createMemoryLocks()) {
  const clock = createManualClock()
  let seed = 1
  const openTab = () => {
    const events: string[] = []
    let leadership: AbortSignal | undefined
    const election = createLeaderElection({
      clock,
      random: createSeededRandom(seed++),
      locks,
      lockName: LOCK,
      heartbeatMs: 5_000,
      announce: () => events.push('announce'),
      onElected(signal) {
        events.push('elected')
        leadership = signal
      },
      onStandalone: () => events.push('standalone'),
    })
    return { election, events, leadership: () => leadership }
  }
  return { clock, locks, openTab }
}

describe('createLeaderElection', () => {
  it('elects the first tab, and the next one when it stops', async () => {
    const { clock, openTab } = setUp()
    const [first, second] = [openTab(), openTab()]
    first.election.start()
    second.election.start()
    await clock.advance(0)
    expect([first.election.role(), second.election.role()]).toEqual(['leader', 'candidate'])
    expect(second.election.acceptLeader(first.election.tabId())).toBe(true)
    expect(first.election.stop()).toBe(true)
    await clock.advance(0)
    expect(first.leadership()?.aborted).toBe(true)
    expect([second.election.role(), second.election.leaderId()]).toEqual([
      'leader',
      second.election.tabId(),
    ])
  })

  it('becomes standalone after two seconds without a leader, and follows one later', async () => {
    const { clock, locks, openTab } = setUp()
    void locks.request(LOCK, {}, () => new Promise(() => {}))
    const { election, events } = openTab()
    election.start()
    await clock.advance(1_999)
    expect(election.role()).toBe('candidate')
    await clock.advance(1)
    expect(events).toEqual(['announce', 'standalone'])
    await clock.advance(5_000)
    expect(events).toEqual(['announce', 'standalone', 'announce'])
    election.acceptLeader('other')
    expect([election.role(), election.leaderId()]).toEqual(['follower', 'other'])
  })

  it('asks a silent leader to answer, and leaves it after two seconds', async () => {
    const { clock, locks, openTab } = setUp()
    void locks.request(LOCK, {}, () => new Promise(() => {}))
    const { election, events } = openTab()
    election.start()
    await clock.advance(0)
    election.acceptLeader('other')
    await clock.advance(4_999)
    election.onLeaderMessage()
    await clock.advance(4_999)
    expect(events).toEqual(['announce'])
    await clock.advance(1)
    expect(events).toEqual(['announce', 'announce'])
    await clock.advance(2_000)
    expect([events.at(-1), election.role()]).toEqual(['standalone', 'standalone'])
  })

  it('becomes standalone at once where the platform denies locks', async () => {
    const { clock, openTab } = setUp({ request: () => Promise.reject(new Error('denied')) })
    const { election } = openTab()
    election.start()
    await clock.advance(0)
    expect(election.role()).toBe('standalone')
  })

  it('leaves no timer behind, and ignores leaders while idle', async () => {
    const { clock, openTab } = setUp()
    const { election } = openTab()
    expect([election.stop(), election.acceptLeader('other')]).toEqual([false, false])
    election.start()
    await clock.advance(0)
    expect(election.acceptLeader('other')).toBe(false)
    election.stop()
    await clock.advance(0)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('leads from every cell of the table to a role', () => {
    const roles = Object.keys(tabTable) as TabRole[]
    for (const role of roles)
      for (const next of Object.values(tabTable[role])) expect(roles).toContain(next)
    expect(Object.keys(tabTable.leader)).toEqual(['stop'])
  })
})
