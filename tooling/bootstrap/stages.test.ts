import { describe, expect, it } from 'vitest'
import { chooseStages, readArguments, runStages } from './test.mjs'

const names = (args: string[]) => chooseStages(args).map(({ name }: { name: string }) => name)

describe('chooseStages', () => {
  it('gives all stages unless some are named', () =>
    expect(names([])).toEqual(
      expect.arrayContaining(['types', 'lint', 'units', 'browser', 'journeys']),
    ))
  it('gives named stages in the order of their cost', () =>
    expect(names(['lint', 'browser', 'units'])).toEqual(['lint', 'units', 'browser']))
  it('adds the stages that a named one needs', () =>
    expect(names(['journeys', 'units'])).toEqual(['units', 'packages', 'app', 'journeys']))
  it('refuses an unknown name, also beside a known one', () => {
    expect(() => chooseStages(['units', 'jorneys'])).toThrow(
      /^Unknown stage: jorneys\. Stages: format, types, /,
    )
    expect(() => chooseStages(['nothing'])).toThrow('Unknown stage: nothing.')
  })
})

describe('runStages', () => {
  const stages = [{ name: 'one' }, { name: 'two' }, { name: 'waiting', beside: 'two' }]
  /** What began and ended, in that order; `waiting` ends after `two`, unless that waits for it. */
  const record = async (chosen: { name: string; beside?: string }[]) => {
    const events: string[] = []
    const ends = new Map<string, () => void>()
    const outcomes = await runStages(
      chosen,
      async ({ name }: { name: string }, { isBeside }: { isBeside: boolean }) => {
        events.push(`${name} begins${isBeside ? ' beside' : ''}`)
        if (isBeside) await new Promise<void>((resolve) => ends.set(name, resolve))
        events.push(`${name} ends`)
        for (const end of ends.values()) end()
        return name
      },
    )
    return { events, outcomes }
  }

  it('begins a stage beside the one that it names', async () =>
    expect(await record(stages)).toEqual({
      events: [
        'one begins',
        'one ends',
        'waiting begins beside',
        'two begins',
        'two ends',
        'waiting ends',
      ],
      outcomes: ['one', 'two', 'waiting'],
    }))
  it('runs it by itself where the other one is not chosen', async () =>
    expect(await record(stages.slice(2))).toEqual({
      events: ['waiting begins', 'waiting ends'],
      outcomes: ['waiting'],
    }))
  it.each([
    ['boundaries', 'types'],
    ['postgres', 'units'],
    ['browser', 'units'],
    ['start', 'release'],
    ['sizes', 'release'],
  ])('runs %s beside %s', (name, beside) =>
    expect(chooseStages([name])).toEqual([expect.objectContaining({ name, beside })]),
  )
})

describe('readArguments', () => {
  const here = { postgresql: () => true, 'redis-server': () => true }
  const missing = { ...here, 'redis-server': () => false }

  it('lets a run lack a program unless it must be whole', () => {
    expect(readArguments([], missing)).toEqual({ isWhole: false, chosen: chooseStages([]) })
    expect(readArguments(['--whole'], here)).toEqual({ isWhole: true, chosen: chooseStages([]) })
    expect(() => readArguments(['--whole'], missing)).toThrow(/here is no redis-server\.$/)
  })
  it('takes stages beside the word whole, and no misspelt word', () => {
    expect(readArguments(['lint', '--whole'], here).chosen).toEqual(chooseStages(['lint']))
    expect(() => readArguments(['--hole'], here)).toThrow('Unknown stage: --hole.')
  })
})
