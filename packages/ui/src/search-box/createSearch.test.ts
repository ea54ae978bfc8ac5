import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import {
  createSearch,
  SEARCH_WAIT,
  searchTable,
  type SearchEvent,
  type SearchOptions,
  type SearchPhase,
} from './createSearch.ts'

function setUp(options: Partial<SearchOptions> = {}) {
  const clock = createManualClock()
  const received: string[] = []
  const search = createSearch({ clock, ...options })
  search.onSearch((text) => received.push(text))
  return { clock, received, search }
}

describe('createSearch (U10)', () => {
  it('waits 300 ms (U10.1, spec 9.5)', () => expect(SEARCH_WAIT).toBe(300))

  it('reports exactly 300 ms after the last key (U10.2)', async () => {
    const { clock, received, search } = setUp()
    search.type('b')
    await clock.advance(299)
    search.type('bt')
    await clock.advance(299)
    expect(received).toEqual([])
    await clock.advance(1)
    expect(received).toEqual(['bt'])
  })

  it('reports on Enter at once and only once (U10.3)', async () => {
    const { clock, received, search } = setUp()
    search.type('btc')
    search.flush()
    expect(received).toEqual(['btc'])
    await clock.advance(1000)
    search.flush()
    expect(received).toEqual(['btc'])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ignores surrounding white space (U10.4)', async () => {
    const { clock, received, search } = setUp()
    search.type('  btc ')
    await clock.advance(300)
    search.type('btc')
    await clock.advance(300)
    search.type('   ')
    search.flush()
    expect(received).toEqual(['btc', ''])
  })

  it('reports no blank text before anything was reported', () => {
    const { received, search } = setUp()
    search.flush()
    search.type('  ')
    search.flush()
    const reported = setUp({ searched: ' btc ' })
    reported.search.type('btc')
    reported.search.flush()
    expect([received, reported.received]).toEqual([[], []])
  })

  it('does not report the last text again (U10.5)', async () => {
    const { clock, received, search } = setUp({ searched: 'btc' })
    search.type('btcx')
    search.type('btc')
    await clock.advance(300)
    expect(received).toEqual([])
  })

  it('waits for a composition, also on Enter (U10.6)', async () => {
    const { clock, received, search } = setUp()
    search.type('b')
    search.compose()
    search.type('b比')
    search.flush()
    await clock.advance(5000)
    expect(received).toEqual([])
    search.composed(' 比特 ')
    await clock.advance(300)
    expect(received).toEqual(['比特'])
  })

  it('does not report a text of the caller (U10.10)', async () => {
    const { clock, received, search } = setUp()
    search.type('btc')
    search.flush()
    search.show('')
    search.type('btc')
    search.flush()
    expect(received).toEqual(['btc', 'btc'])
    search.type('eth')
    search.show('sol ')
    await clock.advance(1000)
    search.flush()
    search.type('sol')
    await clock.advance(1000)
    expect(received).toEqual(['btc', 'btc'])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ignores the same text of the caller (U10.11)', async () => {
    const { clock, received, search } = setUp()
    search.type('btc')
    search.show('btc')
    await clock.advance(300)
    expect(received).toEqual(['btc'])
  })

  it('accepts another wait (U10.7)', async () => {
    const { clock, received, search } = setUp({ wait: 50 })
    search.type('x')
    await clock.advance(50)
    expect(received).toEqual(['x'])
  })

  it('does not notify after unsubscribing', () => {
    const { search, received } = setUp()
    const other: string[] = []
    search.onSearch((text) => other.push(text))()
    search.type('x')
    search.flush()
    expect([received, other]).toEqual([['x'], []])
  })

  it('stops on dispose and works again after (U10.8)', async () => {
    const { clock, received, search } = setUp()
    search.compose()
    search.dispose()
    expect(clock.pendingTimers()).toBe(0)
    search.type('y')
    search.dispose()
    await clock.advance(1000)
    expect(received).toEqual([])
    search.type('z')
    await clock.advance(300)
    expect(received).toEqual(['z'])
  })
})

describe('searchTable (U10)', () => {
  const cells: Readonly<Record<string, SearchPhase>> = {
    'idle type': 'waiting',
    'idle flush': 'idle',
    'idle compose': 'composing',
    'waiting type': 'waiting',
    'waiting elapse': 'idle',
    'waiting flush': 'idle',
    'waiting compose': 'composing',
    'composing composed': 'waiting',
  }
  const phases: readonly SearchPhase[] = ['idle', 'waiting', 'composing']
  const events: readonly SearchEvent[] = ['type', 'elapse', 'flush', 'compose', 'composed']
  it.each(phases.flatMap((phase) => events.map((event) => [phase, event] as const)))(
    'handles %s, %s (U10.9)',
    (phase, event) => {
      expect(searchTable[phase][event]).toBe(cells[`${phase} ${event}`])
    },
  )
})
