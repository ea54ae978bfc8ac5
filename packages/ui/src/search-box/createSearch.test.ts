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
  const heard: string[] = []
  const search = createSearch({ clock, ...options })
  search.onSearch((text) => heard.push(text))
  return { clock, heard, search }
}

describe('search box (U10)', () => {
  it('waits 300 ms (U10.1, spec 9.5)', () => expect(SEARCH_WAIT).toBe(300))

  it('tells a text 300 ms after its last key and not a moment earlier (U10.2)', async () => {
    const { clock, heard, search } = setUp()
    search.type('b')
    await clock.advance(299)
    search.type('bt')
    await clock.advance(299)
    expect(heard).toEqual([])
    await clock.advance(1)
    expect(heard).toEqual(['bt'])
  })

  it('Enter does not wait, and nothing is told again afterwards (U10.3)', async () => {
    const { clock, heard, search } = setUp()
    search.type('btc')
    search.flush()
    expect(heard).toEqual(['btc'])
    await clock.advance(1000)
    search.flush()
    expect(heard).toEqual(['btc'])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('white space around it is no difference (U10.4)', async () => {
    const { clock, heard, search } = setUp()
    search.type('  btc ')
    await clock.advance(300)
    search.type('btc')
    await clock.advance(300)
    search.type('   ')
    search.flush()
    expect(heard).toEqual(['btc', ''])
  })

  it('nothing but white space is no news to whom nothing was told, and Enter before any key none either', () => {
    const { heard, search } = setUp()
    search.flush()
    search.type('  ')
    search.flush()
    const told = setUp({ searched: ' btc ' })
    told.search.type('btc')
    told.search.flush()
    expect([heard, told.heard]).toEqual([[], []])
  })

  it('who comes back to the text that was told tells nothing (U10.5)', async () => {
    const { clock, heard, search } = setUp({ searched: 'btc' })
    search.type('btcx')
    search.type('btc')
    await clock.advance(300)
    expect(heard).toEqual([])
  })

  it('a composition is waited for, Enter in it too (U10.6)', async () => {
    const { clock, heard, search } = setUp()
    search.type('b')
    search.compose()
    search.type('b比')
    search.flush()
    await clock.advance(5000)
    expect(heard).toEqual([])
    search.composed(' 比特 ')
    await clock.advance(300)
    expect(heard).toEqual(['比特'])
  })

  it('a text that its caller shows is known to it: it is not told, what was waited for neither, and the one before can be told again (U10.10)', async () => {
    const { clock, heard, search } = setUp()
    search.type('btc')
    search.flush()
    search.show('')
    search.type('btc')
    search.flush()
    expect(heard).toEqual(['btc', 'btc'])
    search.type('eth')
    search.show('sol ')
    await clock.advance(1000)
    search.flush()
    search.type('sol')
    await clock.advance(1000)
    expect(heard).toEqual(['btc', 'btc'])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('the text that stands there already changes nothing when it is shown (U10.11)', async () => {
    const { clock, heard, search } = setUp()
    search.type('btc')
    search.show('btc')
    await clock.advance(300)
    expect(heard).toEqual(['btc'])
  })

  it('another wait can be asked for (U10.7)', async () => {
    const { clock, heard, search } = setUp({ wait: 50 })
    search.type('x')
    await clock.advance(50)
    expect(heard).toEqual(['x'])
  })

  it('who listens no longer hears nothing', () => {
    const { search, heard } = setUp()
    const other: string[] = []
    search.onSearch((text) => other.push(text))()
    search.type('x')
    search.flush()
    expect([heard, other]).toEqual([['x'], []])
  })

  it('once given up it tells nothing, and can be taken up again (U10.8)', async () => {
    const { clock, heard, search } = setUp()
    search.compose()
    search.dispose()
    expect(clock.pendingTimers()).toBe(0)
    search.type('y')
    search.dispose()
    await clock.advance(1000)
    expect(heard).toEqual([])
    search.type('z')
    await clock.advance(300)
    expect(heard).toEqual(['z'])
  })
})

describe('its table (U10)', () => {
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
    '%s, %s (U10.9)',
    (phase, event) => {
      expect(searchTable[phase][event]).toBe(cells[`${phase} ${event}`])
    },
  )
})
