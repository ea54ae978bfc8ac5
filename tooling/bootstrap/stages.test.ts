import { describe, expect, it } from 'vitest'
import { chooseStages } from './test.mjs'

const names = (args: string[]) => chooseStages(args).map(({ name }: { name: string }) => name)

describe('the stages that npm test runs', () => {
  it('are all of them unless some are named', () =>
    expect(names([])).toEqual(
      expect.arrayContaining(['types', 'lint', 'units', 'browser', 'journeys']),
    ))
  it('are those named, in the order in which they are cheapest', () =>
    expect(names(['lint', 'browser', 'units'])).toEqual(['lint', 'units', 'browser']))
  it('bring those that build what they run on', () =>
    expect(names(['journeys', 'units'])).toEqual(['units', 'packages', 'app', 'journeys']))
  it('a name that is none is an error, also beside one that is', () => {
    expect(() => chooseStages(['units', 'jorneys'])).toThrow(
      /^Unknown stage: jorneys\. Stages: format, types, /,
    )
    expect(() => chooseStages(['nothing'])).toThrow('Unknown stage: nothing.')
  })
})
