import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SegmentedControl } from '../segmented-control/SegmentedControl.tsx'
import { Slider } from '../slider/Slider.tsx'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Checkbox, Switch } from './Toggle.tsx'

afterEach(clearStage)

describe('Checkbox and Switch', () => {
  it('toggle by mouse and Space and report the state', async () => {
    const change = vi.fn()
    stage(<Checkbox onChange={change}>Post only</Checkbox>)
    const box = page.getByRole('checkbox', { name: 'Post only' })
    await userEvent.click(box)
    await expect.element(box).toBeChecked()
    await userEvent.keyboard(' ')
    await expect.element(box).not.toBeChecked()
    expect(change.mock.calls).toEqual([[true], [false]])
  })

  it('announce the mixed state until pressed', async () => {
    stage(<Checkbox indeterminate>All</Checkbox>)
    await expect.poll(() => document.querySelector('input')?.indeterminate).toBe(true)
  })

  it('announce a switch', async () => {
    stage(<Switch defaultChecked>Sound</Switch>)
    await expect.element(page.getByRole('switch', { name: 'Sound' })).toBeChecked()
  })

  it('ignore presses when disabled', async () => {
    const change = vi.fn()
    stage(
      <Switch disabled onChange={change}>
        Sound
      </Switch>,
    )
    await expect.element(page.getByRole('switch')).toBeDisabled()
    ;(document.querySelector('label') as HTMLElement).click()
    expect(change).not.toHaveBeenCalled()
  })
})

describe('SegmentedControl', () => {
  it('is a radio group whose arrows skip disabled segments', async () => {
    const change = vi.fn()
    stage(
      <SegmentedControl
        aria-label="Type"
        segments={[
          { value: 'limit', label: 'Limit' },
          { value: 'stop', label: 'Stop', disabled: true },
          { value: 'market', label: 'Market' },
        ]}
        onChange={change}
      />,
    )
    await expect.element(page.getByRole('radiogroup', { name: 'Type' })).toBeVisible()
    await userEvent.tab()
    await expect.element(page.getByRole('radio', { name: 'Limit' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('radio', { name: 'Market' })).toBeChecked()
    expect(change.mock.calls).toEqual([['market']])
  })
})

describe('Slider', () => {
  it('moves by keys, announces and commits', async () => {
    const commit = vi.fn()
    stage(<Slider label="Share" defaultValue={25} onCommit={commit} />)
    const slider = page.getByRole('slider', { name: 'Share' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '25%')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '26%')
    await userEvent.keyboard('{End}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '100%')
    expect(commit).toHaveBeenLastCalledWith(100)
  })

  it('runs from right to left in Arabic', async () => {
    stage(<Slider label="Share" defaultValue={25} />, { direction: 'rtl' })
    await expect.element(page.getByRole('slider')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '26%')
  })
})
