import { describe, expect, it } from 'vitest'
import { failureLines, playwrightOutcome, summaryOf, vitestOutcome } from './outcomes.mjs'

describe('the last line of npm test', () => {
  const whole = { passed: 10, failed: 0, broke: false, skipped: false }

  it('counts tests, stages, and a broken stage as one failure', () => {
    expect(summaryOf([whole, { ...whole, passed: 0 }])).toEqual({
      line: '12 passed, 0 failed',
      failed: 0,
    })
    expect(
      summaryOf([
        whole,
        { ...whole, passed: 7, failed: 3, broke: true },
        { passed: 0, failed: 0, broke: true, skipped: false },
      ]),
    ).toEqual({ line: '18 passed, 4 failed', failed: 4 })
  })

  it('counts skipped stages as neither passed nor failed', () => {
    expect(summaryOf([whole, { passed: 0, failed: 0, broke: false, skipped: true }])).toEqual({
      line: '11 passed, 0 failed, 1 stage skipped',
      failed: 0,
    })
    const skipped = { passed: 0, failed: 0, broke: false, skipped: true }
    expect(summaryOf([skipped, skipped]).line).toBe('0 passed, 0 failed, 2 stages skipped')
  })

  it('counts a skipped stage of a whole run as failed', () => {
    const skipped = { passed: 0, failed: 0, broke: false, skipped: true }
    expect(summaryOf([whole, skipped], { isWhole: true })).toEqual({
      line: '11 passed, 1 failed, 1 stage skipped',
      failed: 1,
    })
  })
})

describe('failureLines', () => {
  const stage = {
    name: 'units',
    passed: 1,
    failed: 0,
    failures: [],
    broke: false,
    error: undefined,
    skipped: false,
  }

  it('lists failures by stage, and the reason of a broken stage', () => {
    expect(
      failureLines([
        stage,
        {
          ...stage,
          failed: 2,
          failures: ['a', 'b'],
          broke: true,
          error: 'vitest ended with code 1',
        },
      ]),
    ).toEqual(['FAILED units: a', 'FAILED units: b'])
    expect(
      failureLines([{ ...stage, name: 'sizes', broke: true, error: 'over the bar\nby much' }]),
    ).toEqual(['FAILED sizes: over the bar'])
    expect(
      failureLines([
        { ...stage, name: 'sizes', broke: true, error: new TypeError('no such file') },
      ]),
    ).toEqual(['FAILED sizes: TypeError: no such file'])
  })

  it('lists failed tests and unreadable files of a Vitest report, without colours', () => {
    const coloured =
      `${String.fromCharCode(27)}[31mAssertionError: expected 1 to be ` +
      `2${String.fromCharCode(27)}[39m\n    at line 3`
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: '/p/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a holds', failureMessages: [] },
            { status: 'failed', fullName: 'a breaks', failureMessages: [coloured] },
          ],
        },
        {
          name: '/p/b/b.test.ts',
          status: 'failed',
          message: 'Cannot find module',
          assertionResults: [],
        },
      ],
    }
    expect(vitestOutcome(report, '/p')).toEqual({
      passed: 1,
      failed: 1,
      failures: [
        'a.test.ts › a breaks: AssertionError: expected 1 to be 2',
        'b/b.test.ts: Cannot find module',
      ],
    })
  })

  it('lists failed, grouped and flaky journeys of a Playwright report', () => {
    const spec = (title: string, ok: boolean, status: string) => ({
      file: 'x.e2e.ts',
      line: 4,
      title,
      ok,
      tests: [
        {
          status,
          results: [{ error: status === 'expected' ? undefined : { message: `Error: ${title}` } }],
        },
      ],
    })
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [
        {
          specs: [spec('holds', true, 'expected'), spec('breaks', false, 'unexpected')],
          suites: [{ specs: [spec('wavers', true, 'flaky')] }],
        },
      ],
    }
    expect(playwrightOutcome(report)).toEqual({
      passed: 1,
      failed: 2,
      failures: ['x.e2e.ts:4 › breaks: Error: breaks', 'x.e2e.ts:4 › wavers: Error: wavers'],
    })
  })

  it('lists a stage that wrote no report as broken', () => {
    expect(vitestOutcome(undefined, '/p')).toEqual({ passed: 0, failed: 0, failures: [] })
    expect(playwrightOutcome(undefined)).toEqual({ passed: 0, failed: 0, failures: [] })
  })
})
