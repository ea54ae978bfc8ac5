import { createManualClock, createRecordingReporter } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createReportLimiter } from './createReportLimiter.ts'

function setup() {
  const clock = createManualClock()
  const target = createRecordingReporter()
  return { clock, target, budget: createReportLimiter({ reporter: target, clock }) }
}

describe('createReportLimiter', () => {
  it('passes one report per kind per minute (D16)', async () => {
    const { clock, target, budget } = setup()
    budget.report({ kind: 'a', message: 'first' })
    budget.report({ kind: 'a', message: 'second' })
    budget.report({ kind: 'b' })
    await clock.advance(59_999)
    budget.report({ kind: 'a', message: 'third' })
    await clock.advance(1)
    budget.report({ kind: 'a', message: 'fourth' })
    expect(target.reports).toEqual([
      { kind: 'a', message: 'first' },
      { kind: 'b' },
      { kind: 'a', message: 'fourth' },
    ])
  })

  it('passes ten reports per page (D16)', () => {
    const { target, budget } = setup()
    for (let n = 0; n < 20; n++) budget.report({ kind: `kind ${n}` })
    expect(target.reports).toHaveLength(10)
  })

  it('ignores wall clock jumps (D16)', () => {
    const { clock, target, budget } = setup()
    budget.report({ kind: 'a' })
    clock.jump(3_600_000)
    budget.report({ kind: 'a' })
    expect(target.reports).toHaveLength(1)
  })
})
