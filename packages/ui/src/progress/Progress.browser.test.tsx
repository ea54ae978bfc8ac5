import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Progress } from './Progress.tsx'

afterEach(clearStage)
const bar = (name: string) => page.getByRole('progressbar', { name })

describe('Progress', () => {
  it('is announced with name and percentage', async () => {
    stage(<Progress label="Confirmations" showLabel value={2} max={6} format={() => '2 of 6'} />)
    await expect.element(bar('Confirmations')).toHaveAttribute('aria-valuetext', '2 of 6')
    await expect.element(page.getByText('2 of 6')).toBeVisible()
    expect((bar('Confirmations').element() as HTMLProgressElement).position).toBeCloseTo(1 / 3)
  })

  it('announces no value when indeterminate', async () => {
    stage(<Progress label="Loading" />)
    await expect.element(bar('Loading')).toBeVisible()
    expect(bar('Loading').element().matches(':indeterminate')).toBe(true)
    expect(
      ['value', 'aria-valuetext'].map((name) => bar('Loading').element().hasAttribute(name)),
    ).toEqual([false, false])
  })

  it('is 4 px high when small', async () => {
    stage(<Progress label="Small" value={10} size="small" />)
    await expect.element(bar('Small')).toBeVisible()
    expect(bar('Small').element().getBoundingClientRect().height).toBe(4)
  })
})
