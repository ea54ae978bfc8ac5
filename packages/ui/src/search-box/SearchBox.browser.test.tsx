import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { button, press } from '../testing/support/presses.ts'
import { clearStage, settled, stage, type StageOptions } from '../testing/support/stage.tsx'
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx'

const search = vi.fn()
const box = () => page.getByRole('searchbox')

afterEach(() => {
  clearStage()
  search.mockClear()
})

async function show(props: Partial<SearchBoxProps> = {}, options?: StageOptions) {
  stage(<SearchBox onSearch={search} {...props} />, options)
  await expect.element(box()).toBeVisible()
  await settled()
}

describe('SearchBox (U10)', () => {
  it('reports the text once after the wait (U10.20)', async () => {
    // Compares event times: a slow machine may poll later than the report.
    const times: number[] = []
    await show({
      onChange: () => times.push(performance.now()),
      onSearch: (text) => (times.push(performance.now()), search(text)),
    })
    await userEvent.fill(box(), 'btc')
    await expect.poll(() => search.mock.calls).toEqual([['btc']])
    const [typed = Infinity, reported = 0] = times
    expect(reported - typed).toBeGreaterThan(298)
  })

  it('filters by its value alone, without a search handler', async () => {
    function Filter() {
      const [text, setText] = useState('')
      return (
        <>
          <SearchBox value={text} onChange={setText} wait={60_000} />
          <output>{`filter: ${text}`}</output>
        </>
      )
    }
    stage(<Filter />)
    await userEvent.type(box(), 'btc{Enter}')
    await expect.element(page.getByText('filter: btc')).toBeVisible()
    await press('Clear')
    await expect.element(page.getByText('filter: btc')).not.toBeInTheDocument()
  })

  it('reports at once on Enter (U10.21)', async () => {
    await show({ wait: 60_000 })
    await userEvent.type(box(), 'btc{Enter}')
    expect(search.mock.calls).toEqual([['btc']])
  })

  it('clears by its button, reports it and keeps focus (U10.22)', async () => {
    await show({ wait: 60_000, defaultValue: 'eth' })
    await press('Clear')
    expect(search.mock.calls).toEqual([['']])
    await expect.element(box()).toHaveValue('')
    await expect.element(box()).toHaveFocus()
    await expect.element(button('Clear')).not.toBeInTheDocument()
  })

  it('clears on the first Escape, closes the dialog on the second (U10.23)', async () => {
    function Around() {
      const [open, setOpen] = useState(true)
      return (
        <Dialog open={open} title="Pairs" onOpenChange={() => setOpen(false)}>
          <SearchBox onSearch={search} defaultValue="eth" />
        </Dialog>
      )
    }
    stage(<Around />)
    await userEvent.click(box())
    await userEvent.keyboard('{Escape}')
    await expect.element(box()).toHaveValue('')
    expect(search.mock.calls).toEqual([['']])
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('announces the number of results, not while loading (U10.24)', async () => {
    await show({ results: 1, defaultValue: 'x' })
    await expect.element(page.getByText('1 result', { exact: true })).toBeInTheDocument()
    await show({ results: 1, defaultValue: 'x', busy: true })
    await expect.element(page.getByText('1 result', { exact: true })).not.toBeInTheDocument()
    await expect.element(page.getByRole('img', { name: 'Loading' })).toBeVisible()
  })

  it('keeps a controlled text (U10.25)', async () => {
    const change = vi.fn()
    await show({ value: 'a', onChange: change })
    await userEvent.type(box(), 'b')
    await expect.element(box()).toHaveValue('a')
    expect(change.mock.calls).toEqual([['ab']])
  })

  it('does not report a text that the caller clears (U10.27)', async () => {
    function Controlled() {
      const [text, setText] = useState('')
      return (
        <>
          <SearchBox value={text} onChange={setText} onSearch={search} wait={60_000} />
          <Button onClick={() => setText('')}>Reset</Button>
        </>
      )
    }
    stage(<Controlled />)
    for (let turn = 0; turn < 2; turn += 1) {
      await userEvent.type(box(), 'btc{Enter}')
      await press('Reset')
      await expect.element(box()).toHaveValue('')
    }
    expect(search.mock.calls).toEqual([['btc'], ['btc']])
    await userEvent.type(box(), 'eth')
    await press('Reset')
    await userEvent.click(box())
    await userEvent.keyboard('{Enter}')
    expect(search.mock.calls).toEqual([['btc'], ['btc']])
  })

  it('reports the text as the caller changed it (U10.28)', async () => {
    function Controlled() {
      const [text, setText] = useState('')
      return (
        <SearchBox
          value={text}
          onChange={(next) => setText(next.toUpperCase())}
          onSearch={search}
          wait={60_000}
        />
      )
    }
    stage(<Controlled />)
    await userEvent.type(box(), 'btc{Enter}')
    expect(search.mock.calls).toEqual([['BTC']])
  })

  it('mirrors in Arabic (U10.26)', async () => {
    await show({ defaultValue: 'BTC' }, { direction: 'rtl' })
    const [glass, clear] = ['[data-x-part=box] svg', '[data-x-part=box] button'].map(
      (path) => document.querySelector(path)?.getBoundingClientRect().x ?? 0,
    )
    expect(glass).toBeGreaterThan(clear ?? 0)
    await expect.element(page.getByRole('searchbox', { name: 'بحث' })).toBeVisible()
  })
})
