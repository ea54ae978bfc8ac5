import { describe, expect, it } from 'vitest'
import { chooseStages, readArguments } from './test.mjs'

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
