import { describe, expect, it } from 'vitest'
import { chooseStages, summaryOf } from './test.mjs'

const names = (args: string[]) => chooseStages(args).map(({ name }: { name: string }) => name)

describe('the stages that npm test runs', () => {
  it('are all of them unless some are named', () => expect(names([])).toEqual(expect.arrayContaining(['types', 'lint', 'units', 'browser', 'journeys'])))
  it('are those named, in the order in which they are cheapest', () => expect(names(['journeys', 'units'])).toEqual(['units', 'journeys']))
  it('a name that is none is an error, also beside one that is', () => {
    expect(() => chooseStages(['units', 'jorneys'])).toThrow(/^Unknown stage: jorneys\. Stages: types, /)
    expect(() => chooseStages(['nothing'])).toThrow('Unknown stage: nothing.')
  })
})

describe('the last line of npm test', () => {
  const whole = { passed: 10, failed: 0, broke: false, skipped: false }

  it('counts tests and stages, and a stage that broke without a test as one failure', () => {
    expect(summaryOf([whole, { ...whole, passed: 0 }])).toEqual({ line: '12 passed, 0 failed', failed: 0 })
    expect(summaryOf([whole, { ...whole, passed: 7, failed: 3, broke: true }, { passed: 0, failed: 0, broke: true, skipped: false }])).toEqual({ line: '18 passed, 4 failed', failed: 4 })
  })

  it('says what was skipped, which is neither passed nor failed', () => {
    expect(summaryOf([whole, { passed: 0, failed: 0, broke: false, skipped: true }])).toEqual({ line: '11 passed, 0 failed, 1 stage skipped', failed: 0 })
    const skipped = { passed: 0, failed: 0, broke: false, skipped: true }
    expect(summaryOf([skipped, skipped]).line).toBe('0 passed, 0 failed, 2 stages skipped')
  })
})
